-- The call that another was made for, and how long each stage of a call took.
ALTER TABLE calls ADD COLUMN parent_id {text};
ALTER TABLE calls ADD COLUMN stages {text};
CREATE INDEX idx_calls_parent ON calls (workspace_id, parent_id, id) WHERE parent_id IS NOT NULL;

-- Other servers that somebody added to one that runs. They are the server's, not a
-- workspace's.
CREATE TABLE upstreams (
    name {text} PRIMARY KEY,
    settings {text} NOT NULL,
    created_at {text} NOT NULL
);
