//! ONNX Runtime, loaded from a library that is already on the machine. Nothing is downloaded.
//!
//! A process has one ONNX Runtime library and one environment: the first library that loads is kept for good.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use ort::environment::Environment;
use ort::ep::CUDA;
use ort::session::Session;
use ort::session::builder::{GraphOptimizationLevel, PrepackedWeights, SessionBuilder};
use ort::value::TensorRef;

use super::network::{EngineReport, Network, OnEveryThread, Outputs};
use crate::GroundingError;
use crate::features::{InputTensors, MENTION_BLOCKS};
use crate::model::Model;

/// The environment variable that names the library file, as in the `ort` crate.
const VARIABLE: &str = "ORT_DYLIB_PATH";

/// The loaded library. It is never unloaded.
struct Runtime {
    environment: Environment,
    library: String,
    version: String,
}

static RUNTIME: Mutex<Option<Runtime>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sessions, one for each text at a time: ONNX Runtime wants exclusive use of a session while it runs. On a processor there
/// is one for each core, with a thread of its own, which loses less than cores that share one text; the packed weights
/// are shared. On a graphics card there is one.
pub(super) struct OnnxRuntime {
    sessions: Vec<Mutex<Session>>,
    /// Names of the graph's outputs.
    outputs: &'static [&'static str],
}

impl OnnxRuntime {
    /// With a session for each core, or, `together`, one session on all cores, as ONNX Runtime does it when left alone.
    pub(super) fn open(
        model: &Model,
        cores: usize,
        together: bool,
    ) -> Result<(Self, EngineReport), GroundingError> {
        let mut runtime = lock(&RUNTIME);
        if runtime.is_none() {
            *runtime = Some(load_library()?);
        }
        let Some(Runtime {
            environment,
            library,
            version,
        }) = runtime.as_ref()
        else {
            return Err(GroundingError::Engine(
                "ONNX Runtime is not loaded".to_owned(),
            ));
        };
        let (sessions, threads) = if together { (1, cores) } else { (cores, 1) };
        let (sessions, device, note) = match session(environment, &model.onnx, cores, true, None) {
            Ok(session) => (vec![session], "CUDA", "CUDA works".to_owned()),
            Err(cuda) => {
                let packed = PrepackedWeights::new();
                let sessions = (0..sessions)
                    .map(|_| session(environment, &model.onnx, threads, false, Some(&packed)))
                    .collect::<ort::Result<Vec<_>>>()
                    .map_err(|e| {
                        GroundingError::model(
                            &model.onnx_path,
                            format!("is refused by ONNX Runtime {version} ({library}): {e}"),
                        )
                    })?;
                (
                    sessions,
                    "CPU",
                    format!("CUDA is not usable: {}", first_line(&cuda.to_string())),
                )
            }
        };
        let report = EngineReport {
            name: format!("ONNX Runtime {version}, {device}"),
            reason: format!("found {library}; {note}"),
        };
        Ok((
            Self {
                sessions: sessions.into_iter().map(Mutex::new).collect(),
                outputs: model.outputs(),
            },
            report,
        ))
    }

    /// Texts that can be run at the same time.
    pub(super) fn workers(&self) -> usize {
        self.sessions.len()
    }

    /// A session that nobody uses, or else the first, once it is free.
    fn free(&self) -> Result<MutexGuard<'_, Session>, GroundingError> {
        let free = self.sessions.iter().find_map(|s| match s.try_lock() {
            Ok(session) => Some(session),
            Err(TryLockError::Poisoned(e)) => Some(e.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        let first = || self.sessions.first().map(lock);
        free.or_else(first)
            .ok_or_else(|| GroundingError::Engine("ONNX Runtime has no session".to_owned()))
    }
}

fn session(
    environment: &Environment,
    onnx: &[u8],
    threads: usize,
    cuda: bool,
    packed: Option<&PrepackedWeights>,
) -> ort::Result<Session> {
    let mut builder: SessionBuilder = Session::builder(environment)?
        .with_optimization_level(GraphOptimizationLevel::Level3)?
        .with_intra_threads(threads)?
        // The weights are int8 only on disk. Left alone, ONNX Runtime would also round the activations to 8 bits, for points
        // that differ by centimetres from those of the built-in engine.
        .with_quant_qdq(false)?
        // Waiting threads must not spin: the window shares these cores.
        .with_intra_op_spinning(false)?;
    if cuda {
        // Without this a CUDA that fails would be passed over in silence.
        builder = builder.with_execution_providers([CUDA::default().build().error_on_failure()])?;
    }
    if let Some(packed) = packed {
        builder = builder.with_prepacked_weights(packed)?;
    }
    builder.commit_from_memory(onnx)
}

/// A graph with an input `a` on as many sessions as the network has, see [`OnEveryThread`].
pub(super) fn on_every_thread(
    onnx: &[u8],
    shape: [usize; 2],
    a: Vec<f32>,
    workers: usize,
    cuda: bool,
) -> Result<OnEveryThread, GroundingError> {
    let fault = |e: ort::Error| GroundingError::Inference(format!("ONNX Runtime: {e}"));
    let runtime = lock(&RUNTIME);
    let Some(runtime) = runtime.as_ref() else {
        return Err(GroundingError::Engine(
            "ONNX Runtime is not loaded".to_owned(),
        ));
    };
    let sessions = (0..workers)
        .map(|_| session(&runtime.environment, onnx, 1, cuda, None).map(Mutex::new))
        .collect::<ort::Result<Vec<_>>>()
        .map_err(fault)?;
    Ok(Box::new(move || {
        let run = |session: &Mutex<Session>| -> ort::Result<()> {
            let a = TensorRef::from_array_view((shape, &a[..]))?;
            lock(session).run(ort::inputs!["a" => a]).map(drop)
        };
        std::thread::scope(|scope| {
            let all: Vec<_> = sessions.iter().map(|s| scope.spawn(|| run(s))).collect();
            all.into_iter()
                .filter_map(|one| one.join().ok())
                .collect::<ort::Result<Vec<()>>>()
        })
        .map(|all| all.len())
        .map_err(fault)
    }))
}

impl Network for OnnxRuntime {
    fn run(&self, batch: &InputTensors) -> Result<Outputs, GroundingError> {
        let mut session = self.free()?;
        let run = |session: &mut Session| -> ort::Result<Outputs> {
            let (b, p, l) = (batch.texts, batch.rows, batch.tokens);
            let m = MENTION_BLOCKS * batch.classes;
            let outputs = session.run(ort::inputs![
                "input_ids" => TensorRef::from_array_view(([b, l], &batch.input_ids[..]))?,
                "attention_mask" => TensorRef::from_array_view(([b, l], &batch.attention_mask[..]))?,
                "spans" => TensorRef::from_array_view(([b, p, l], &batch.spans[..]))?,
                "mentions" => TensorRef::from_array_view(([b, p, m], &batch.mentions[..]))?,
            ])?;
            let values = |i: usize| -> ort::Result<Vec<f32>> {
                let Some(name) = self.outputs.get(i) else {
                    return Ok(Vec::new());
                };
                Ok(outputs[*name].try_extract_tensor::<f32>()?.1.to_vec())
            };
            Ok(Outputs {
                point: values(0)?,
                logits: values(1)?,
                outside: values(2)?,
                embedding: values(3)?,
                about: values(4)?,
                tags: values(5)?,
            })
        };
        run(&mut session).map_err(|e| GroundingError::Inference(format!("ONNX Runtime: {e}")))
    }
}

/// Loads the first library that works, or tells every place that was looked at.
fn load_library() -> Result<Runtime, GroundingError> {
    let mut looked = Vec::new();
    for candidate in candidates() {
        match candidate {
            // `ort` takes a failed load for a successful one when it is asked again (its once-cell counts the attempt), so
            // only a library that is known to load and to be new enough may reach `init_from`.
            Candidate::Library(path) => match ort::util::probe(&path) {
                None => looked.push(format!(
                    "{} is not there or is no ONNX Runtime",
                    path.display()
                )),
                Some(minor) if minor < ort::MINOR_VERSION => looked.push(format!(
                    "{} is version 1.{minor}, at least 1.{} is needed",
                    path.display(),
                    ort::MINOR_VERSION
                )),
                Some(_) => {
                    let fault = |e: String| {
                        GroundingError::Engine(format!(
                            "ONNX Runtime ({}) does not start: {e}",
                            path.display()
                        ))
                    };
                    let builder = ort::init_from(&path).map_err(|e| fault(e.to_string()))?;
                    let environment = builder
                        .with_name("corpus-atlas")
                        .with_telemetry(false)
                        .build()
                        .map_err(|e| fault(e.to_string()))?;
                    environment.set_log_level(ort::logging::LogLevel::Error);
                    return Ok(Runtime {
                        environment,
                        library: path.display().to_string(),
                        version: version(&path),
                    });
                }
            },
            Candidate::Nothing(place) => looked.push(place),
        }
    }
    Err(GroundingError::Engine(format!(
        "no ONNX Runtime library found: {}",
        looked.join("; ")
    )))
}

enum Candidate {
    Library(PathBuf),
    /// A place without a library, in words.
    Nothing(String),
}

/// Where a library may be, in order: the variable, beside the program, the data folder of the app, the search path of the system.
fn candidates() -> Vec<Candidate> {
    let mut found = Vec::new();
    match std::env::var_os(VARIABLE).filter(|v| !v.is_empty()) {
        Some(path) => found.push(Candidate::Library(path.into())),
        None => found.push(Candidate::Nothing(format!("{VARIABLE} is not set"))),
    }
    let beside = std::env::current_exe()
        .ok()
        .and_then(|exe| exe.parent().map(Path::to_owned));
    let data = directories::ProjectDirs::from("", "", "corpus-atlas")
        .map(|d| d.data_local_dir().to_owned());
    for dir in beside
        .iter()
        .flat_map(|d| [d.clone(), d.join("lib")])
        .chain(data.into_iter().flat_map(|d| [d.join("onnxruntime"), d]))
    {
        match library_in(&dir) {
            Some(path) => found.push(Candidate::Library(path)),
            None => found.push(Candidate::Nothing(format!("none in {}", dir.display()))),
        }
    }
    found.push(Candidate::Library(library_name().into()));
    #[cfg(target_os = "linux")]
    found.push(Candidate::Library(format!("{}.1", library_name()).into()));
    found
}

fn library_name() -> String {
    format!(
        "{}onnxruntime{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    )
}

/// The library in a folder: the plain name, else the highest version suffix (`libonnxruntime.so.1.31.1`).
fn library_in(dir: &Path) -> Option<PathBuf> {
    let name = library_name();
    let plain = dir.join(&name);
    if plain.is_file() {
        return Some(plain);
    }
    let mut versions: Vec<(Vec<u32>, PathBuf)> = std::fs::read_dir(dir)
        .ok()?
        .flatten()
        .filter_map(|entry| {
            let file = entry.file_name();
            let suffix = file
                .to_str()?
                .strip_prefix(&name)?
                .strip_prefix('.')?
                .to_owned();
            let version = suffix
                .split('.')
                .map(str::parse)
                .collect::<Result<Vec<u32>, _>>()
                .ok()?;
            Some((version, entry.path()))
        })
        .collect();
    versions.sort();
    versions.pop().map(|(_, path)| path)
}

/// "1.31.1" from the build information or, failing that, the file name.
fn version(library: &Path) -> String {
    let info = ort::info();
    let branch = info
        .split_once("git-branch=")
        .and_then(|(_, rest)| rest.split(',').next())
        .unwrap_or("");
    let digits = |s: &str| {
        s.chars()
            .next()
            .is_some_and(|c| c.is_ascii_digit())
            .then(|| s.to_owned())
    };
    digits(branch.trim_start_matches("rel-").trim_start_matches('v'))
        .or_else(|| {
            digits(
                library
                    .file_name()?
                    .to_str()?
                    .strip_prefix(&library_name())?
                    .trim_start_matches('.'),
            )
        })
        .unwrap_or_else(|| "of unknown version".to_owned())
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or("").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_version_in_a_folder_is_taken() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(library_in(dir.path()), None);
        let name = library_name();
        for suffix in [".1.9.0", ".1.31.1", ".txt", "-old"] {
            std::fs::write(dir.path().join(format!("{name}{suffix}")), "").unwrap();
        }
        assert_eq!(
            library_in(dir.path()).unwrap(),
            dir.path().join(format!("{name}.1.31.1"))
        );
        std::fs::write(dir.path().join(&name), "").unwrap();
        assert_eq!(library_in(dir.path()).unwrap(), dir.path().join(name));
    }
}
