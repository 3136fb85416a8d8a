//! Documents: readers, store, duplicates, indexes and export
