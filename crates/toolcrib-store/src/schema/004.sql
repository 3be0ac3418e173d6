-- When a conversation ended; one that goes on has none.
ALTER TABLE sessions ADD COLUMN ended_at {text};
CREATE INDEX idx_sessions_workspace ON sessions (workspace_id, created_at);

-- What was said, in the order in which it was.
CREATE TABLE messages (
    session_id {text} NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    role {text} NOT NULL,
    content {text} NOT NULL,
    created_at {text} NOT NULL DEFAULT {now},
    PRIMARY KEY (session_id, number)
);

-- What models took, one row for each agent of a turn. No foreign keys: a bill
-- outlives what it is for. Costs are in millionths of what the vendor bills in.
CREATE TABLE usage (
    number {serial},
    workspace_id {text} NOT NULL,
    session_id {text},
    agent_id {text} NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cached_tokens BIGINT NOT NULL,
    cost_micros BIGINT,
    created_at {text} NOT NULL DEFAULT {now}
);
CREATE INDEX idx_usage_workspace ON usage (workspace_id, created_at);
CREATE INDEX idx_usage_session ON usage (session_id);

-- Files from which an agent was made, as they were then.
CREATE TABLE agent_files (
    workspace_id {text} NOT NULL,
    agent_id {text} NOT NULL,
    hash {text} NOT NULL,
    PRIMARY KEY (workspace_id, agent_id)
);
