//! The tables, and what is asked of them.

use crate::data_set::{columns_of_server, narrow};

/// The format of the tables.
pub(super) const FORMAT: &str = "1";

/// Whether the tables are there.
pub(super) const IS_THERE: &str = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'corpus_atlas' AND tablename = 'documents'";

/// Which library it is with how often rows were changed, and the largest key.
pub(super) const STATE: &str = "SELECT (SELECT string_agg(value, ':' ORDER BY name) FROM corpus_atlas.about WHERE name IN ('library', 'revision')), \
     (SELECT coalesce(max(key), 0) FROM corpus_atlas.documents)";

/// Questions of place where the extension `cube` can be had: `cube(ARRAY[x_mm, y_mm, z_mm]) <-> cube(ARRAY[…])` is the distance in mm.
pub(super) const PLACE_BY_CUBE: &str = "BEGIN; CREATE EXTENSION IF NOT EXISTS cube; \
     CREATE INDEX documents_place ON corpus_atlas.documents USING gist (cube(ARRAY[x_mm::float8, y_mm::float8, z_mm::float8])); COMMIT";

/// The same without it.
pub(super) const PLACE: &str =
    "ROLLBACK; CREATE INDEX documents_place ON corpus_atlas.documents (x_mm, y_mm, z_mm)";

/// What is long of a document.
pub(super) const DEEP: &str = "SELECT json_build_object('text', coalesce(text, ''), 'grounding', grounding, 'embedding', embedding, \
     'embedding_scale', embedding_scale)::text FROM corpus_atlas.documents WHERE key = $1";

pub(super) const VECTORS: &str = "SELECT key, json_build_object('embedding', embedding, 'embedding_scale', embedding_scale)::text \
     FROM corpus_atlas.documents WHERE embedding IS NOT NULL AND key >= $1 ORDER BY key LIMIT $2";

/// By words `$1`, as a web search has them, and the beginning `$2` of another: all of them where `$3`, else any, unless one is to be missing.
pub(super) const MATCHING: &str = "WITH a AS (SELECT websearch_to_tsquery('english', $1) && CASE WHEN $2 = '' THEN ''::tsquery \
     ELSE to_tsquery('english', $2) END AS q), \
     q AS (SELECT CASE WHEN $3 OR q::text LIKE '%!%' THEN q ELSE replace(q::text, ' & ', ' | ')::tsquery END AS q FROM a) \
     SELECT key FROM corpus_atlas.documents, q WHERE words @@ q.q ORDER BY ts_rank_cd(words, q.q) DESC, key LIMIT $4";

/// Those that have one of these ids, DOIs or PubMed identifiers, and of each title (normalised) the first `$5`.
pub(super) const CANDIDATES: &str = "SELECT key, id, title, year, doi, pmid, title_key FROM corpus_atlas.documents \
     WHERE id = ANY($1) OR doi = ANY($2) OR pmid = ANY($3) \
     UNION SELECT d.key, d.id, d.title, d.year, d.doi, d.pmid, d.title_key FROM unnest($4::text[]) AS t (title), \
     LATERAL (SELECT * FROM corpus_atlas.documents WHERE title_key = t.title ORDER BY key LIMIT $5) d ORDER BY key";

/// Those of a title that have this text, at most `$3`.
pub(super) const WITH_TEXT: &str = "SELECT key, id, title, year, doi, pmid, title_key FROM corpus_atlas.documents \
     WHERE title_key = $1 AND md5(coalesce(text, '')) = md5($2) ORDER BY key LIMIT $3";

/// Whether an id is taken.
pub(super) const HAS_ID: &str = "SELECT 1 FROM corpus_atlas.documents WHERE id = $1";

/// The tables of a new library.
pub(super) fn tables() -> String {
    let columns = columns_of_server();
    let columns: Vec<String> = columns
        .map(|(name, kind)| format!("    \"{name}\" {kind}"))
        .collect();
    format!(
        "BEGIN;
CREATE SCHEMA corpus_atlas;
CREATE TABLE corpus_atlas.about (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO corpus_atlas.about VALUES ('format', '{FORMAT}'), ('library', md5(random()::text || clock_timestamp()::text)), ('revision', '0');
CREATE TABLE corpus_atlas.documents (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
{},
    title_key text NOT NULL DEFAULT '',
    words tsvector GENERATED ALWAYS AS (setweight(to_tsvector('english', left(title, 10000)), 'A') || setweight(to_tsvector('english', left(coalesce(text, ''), 200000)), 'D')) STORED,
    UNIQUE (id)
);
CREATE INDEX documents_structure ON corpus_atlas.documents (structure, p);
CREATE INDEX documents_doi ON corpus_atlas.documents USING hash (doi);
CREATE INDEX documents_pmid ON corpus_atlas.documents USING hash (pmid);
CREATE INDEX documents_title ON corpus_atlas.documents USING hash (title_key);
CREATE INDEX documents_words ON corpus_atlas.documents USING gin (words);
CREATE FUNCTION corpus_atlas.changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN UPDATE corpus_atlas.about SET value = (value::bigint + 1)::text WHERE name = 'revision'; RETURN NULL; END $$;
CREATE TRIGGER changed AFTER UPDATE OR DELETE OR TRUNCATE ON corpus_atlas.documents FOR EACH STATEMENT EXECUTE FUNCTION corpus_atlas.changed();
COMMIT;",
        columns.join(",\n")
    )
}

/// Adds rows that come as a list of JSON objects; returns their keys.
pub(super) fn insert() -> String {
    let names = columns_of_server().map(|(name, _)| format!("\"{name}\""));
    let mut names: Vec<String> = names.collect();
    names.push("title_key".to_owned());
    let names = names.join(", ");
    format!(
        "INSERT INTO corpus_atlas.documents ({names}) SELECT {names} \
         FROM jsonb_populate_recordset(NULL::corpus_atlas.documents, $1::text::jsonb) RETURNING key, id"
    )
}

/// What an index is made of, of so many documents from a key on.
pub(super) fn narrow_rows() -> String {
    let names: Vec<String> = narrow(true)
        .iter()
        .map(|name| format!("\"{name}\""))
        .collect();
    format!(
        "SELECT d.key, json_strip_nulls(row_to_json(r))::text FROM corpus_atlas.documents d, LATERAL (SELECT {}) r WHERE d.key >= $1 ORDER BY d.key LIMIT $2",
        names
            .iter()
            .map(|name| format!("d.{name}"))
            .collect::<Vec<_>>()
            .join(", ")
    )
}
