-- What a knowledge base holds. One that was deleted leaves its number behind, so
-- that everybody who has an index hears of it.
CREATE TABLE documents (
    number {serial},
    workspace_id {text} NOT NULL,
    id {text} NOT NULL,
    kind {text} NOT NULL,
    title {text} NOT NULL,
    body {text} NOT NULL,
    author {text},
    categories {text} NOT NULL,
    tags {text} NOT NULL,
    url {text},
    gone {boolean} NOT NULL DEFAULT FALSE,
    moved BIGINT NOT NULL,
    created_at {text} NOT NULL DEFAULT {now},
    updated_at {text} NOT NULL DEFAULT {now},
    UNIQUE (workspace_id, id)
);
CREATE INDEX idx_documents_moved ON documents (workspace_id, moved);
CREATE INDEX idx_documents_categories ON documents (workspace_id, categories);

-- How often the documents of a workspace were changed. Whoever changes them takes
-- this row first, so that changes are numbered in the order in which they are seen.
CREATE TABLE document_revisions (
    workspace_id {text} PRIMARY KEY,
    revision BIGINT NOT NULL
);
