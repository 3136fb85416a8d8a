#!/bin/sh
# Installs a Debian package in a clean Debian and uses it there as an ordinary user. `cargo xtask package --check` runs this as root in
# namespaces of its own (mounts and processes), so that all mounts and programs of it end with it.
#
#   clean-root.sh BASE WORK PACKAGE
#
# BASE is a root that debootstrap made; it stays as it is, what is changed goes to WORK.
set -eu

base=$1 work=$2 package=$3
root=$work/root
mkdir -p "$work/upper" "$work/changes" "$root"
mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/upper,workdir=$work/changes" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
cp "$package" "$root/tmp/corpus-atlas.deb"

say() { echo "-- $*"; }
fail() { echo "clean-root.sh: $*" >&2; exit 1; }
as_root() { chroot "$root" env -i DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }
as_user() { chroot --userspec=reader:reader "$root" env -i HOME=/home/reader USER=reader LANG=C.UTF-8 PATH=/usr/bin:/bin "$@"; }
# The clean root may be older than what a server still calls fresh.
apt() { as_root apt-get -qq -o Acquire::Check-Valid-Until=false -o Acquire::Check-Date=false -o Dpkg::Use-Pty=0 "$@" >"$work/apt.log" 2>&1 || { cat "$work/apt.log" >&2; fail "apt-get $* failed"; }; }

say "the package alone, without what it recommends"
apt update
apt install --yes --no-install-recommends /tmp/corpus-atlas.deb
as_root dpkg --verify corpus-atlas
as_root useradd --create-home --shell /bin/bash reader

say "an ordinary user, the command line"
as_user corpus-atlas --version
printf 'Ureteroscopic removal of a stone in the distal left ureter.\n' >"$root/home/reader/note.txt"
as_user corpus-atlas ground /home/reader/note.txt --format table | tee "$work/ground.txt"
grep -qi 'ureter' "$work/ground.txt" || fail "the note does not lie in the ureter"
as_user sh -c 'cd && corpus-atlas import papers.atlas note.txt && corpus-atlas search papers.atlas --text stone'
as_user bash -c '. /usr/share/bash-completion/completions/corpus-atlas && complete -p corpus-atlas'

say "manual pages, the kind of file, the desktop entry"
apt install --yes --no-install-recommends man-db shared-mime-info desktop-file-utils libglib2.0-bin
as_user man -w corpus-atlas corpus-atlas-ground
as_user env MANWIDTH=100 man corpus-atlas-ground | head -n 8
as_user gio info -a standard::content-type /home/reader/papers.atlas | grep -q application/x-corpus-atlas || fail "a library is not known by its kind"
as_user gio mime application/x-corpus-atlas | grep -q corpus-atlas.desktop || fail "nothing opens a library"
# A library by any other name, from what is in it.
as_user sh -c 'cd && cp papers.atlas unnamed && gio info -a standard::content-type unnamed'

say "the window on a display without a screen, drawn by the processor"
apt install --yes --no-install-recommends mesa-vulkan-drivers xvfb
cat >"$root/home/reader/steps.json" <<'STEPS'
["wait_ready", "wait_still", {"report": "/home/reader/report.json"}, {"command": {"screenshot": "/home/reader/window.png"}},
 {"wait_file": "/home/reader/window.png"}, {"frames": 4}, {"command": "quit"}]
STEPS
as_user sh -c '
    set -eu
    cd
    Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp -noreset 3>display >xvfb.log 2>&1 &
    server=$!
    trap "kill $server" EXIT
    for _ in $(seq 100); do [ -s display ] && break; sleep 0.1; done
    # What is kept from root is kept from the window too.
    DISPLAY=:$(cat display) VK_DRIVER_FILES=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json | head -n 1) timeout 300 corpus-atlas --script steps.json
' >"$work/window.log" 2>&1 || { tail -n 40 "$work/window.log" >&2; fail "the window failed"; }
cp "$root/home/reader/window.png" "$root/home/reader/report.json" "$work/"
# One colour takes some kilobytes as PNG; a body with its documents takes hundreds.
bytes=$(stat -c %s "$work/window.png")
[ "$bytes" -gt 100000 ] || fail "the picture of the window has $bytes bytes: there is nothing on it"
echo "the window was drawn: a picture of $bytes bytes, $(grep -o '"documents": *[0-9]*' "$work/report.json" | head -n 1)"
ls "$root/home/reader/.local/share/corpus-atlas"

say "removed again"
apt purge --yes corpus-atlas
left=$(as_root find /usr -ipath '*corpus-atlas*')
[ -z "$left" ] || fail "left behind: $left"
[ -f "$root/home/reader/papers.atlas" ] || fail "the library of the user is gone"
say "all of it passed"
