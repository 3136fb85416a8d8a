//! Parquet for data frames and engines: a data set of one file.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use super::{Exported, Exporter};
use crate::data_set::DataSetWriter;

/// Writes Parquet, a row group at a time.
#[derive(Default)]
pub(super) struct Table {
    writer: Option<DataSetWriter<Shared>>,
    /// What the writer has written and is not passed on yet.
    written: Shared,
}

impl Exporter for Table {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        self.writer = Some(DataSetWriter::new(self.written.clone())?);
        Ok(())
    }

    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.add(exported.document(), exported.grounding())?;
        }
        self.written.pass_on(out)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(writer) = self.writer.take() {
            writer.finish()?;
        }
        self.written.pass_on(out)
    }
}

/// Bytes on their way: the writer wants something of its own to write to.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn pass_on(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = self.0.lock().map_err(|_| io::ErrorKind::Other)?;
        out.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut held = self.0.lock().map_err(|_| io::ErrorKind::Other)?;
        held.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
