//! The window is as the desktop wants windows to be.

use crate::desk::Desk;
use crate::other_program::Settings;
use crate::sit_down;

/// Goes to another program, that of the desktop's settings, and comes back.
fn come_back(desk: &mut Desk) {
    desk.screen.leave();
    desk.see();
    desk.screen.focus(desk.window);
    desk.see();
}

#[test]
fn as_the_system_is_light_or_dark_as_the_desktop_says() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let settings = Settings::of_screen();
    settings.say("Adwaita");
    let dark = desk.picture();
    desk.key("c");
    desk.press_under("Window", "As the system");
    come_back(&mut desk);
    desk.until_picture("a light window", |picture| picture.brightness() > 150.0);
    settings.say("Adwaita-dark");
    come_back(&mut desk);
    desk.until_picture("a dark window", |picture| picture.brightness() < 80.0);
    assert!(dark.brightness() < 80.0, "as it was before");
    // White on black: the middle of the pixels is black itself, which it is in no other look.
    settings.say("HighContrast");
    come_back(&mut desk);
    desk.until_picture("a window of high contrast", |picture| {
        picture.brightness() < 4.0
    });
    desk.quit();
}
