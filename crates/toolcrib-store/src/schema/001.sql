CREATE TABLE workspaces (
    id {text} PRIMARY KEY,
    revision BIGINT NOT NULL DEFAULT 0,
    created_at {text} NOT NULL DEFAULT {now}
);

CREATE TABLE tools (
    id {text} PRIMARY KEY,
    name {text} NOT NULL,
    description {text} NOT NULL,
    parameters_schema {text} NOT NULL,
    handler_key {text} NOT NULL,
    category {text} DEFAULT 'general',
    created_at {text} NOT NULL DEFAULT {now},
    workspace_id {text} REFERENCES workspaces (id) ON DELETE CASCADE,
    source {text} NOT NULL DEFAULT 'database',
    version_hash {text} NOT NULL DEFAULT '',
    updated_at {text} NOT NULL DEFAULT {now}
);
CREATE INDEX idx_tools_category ON tools (category);
CREATE INDEX idx_tools_handler ON tools (handler_key);
CREATE INDEX idx_tools_workspace ON tools (workspace_id);

CREATE TABLE tool_versions (
    tool_id {text} NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    version {text} NOT NULL,
    version_hash {text} NOT NULL,
    manifest {text} NOT NULL,
    guide {text},
    files {text},
    created_at {text} NOT NULL DEFAULT {now},
    PRIMARY KEY (tool_id, number),
    UNIQUE (tool_id, version_hash)
);

CREATE TABLE tool_settings (
    workspace_id {text} NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    tool_id {text} NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
    settings {text} NOT NULL,
    PRIMARY KEY (workspace_id, tool_id)
);
CREATE INDEX idx_tool_settings_tool ON tool_settings (tool_id);

CREATE TABLE agents (
    id {text} PRIMARY KEY,
    workspace_id {text} NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    description {text} NOT NULL DEFAULT '',
    tool_description {text},
    instructions {text} NOT NULL DEFAULT '',
    model {text},
    parameters {text},
    settings {text},
    enabled {boolean} NOT NULL DEFAULT TRUE,
    is_primary {boolean} NOT NULL DEFAULT FALSE,
    created_at {text} NOT NULL DEFAULT {now},
    updated_at {text} NOT NULL DEFAULT {now}
);
CREATE INDEX idx_agents_workspace ON agents (workspace_id);

CREATE TABLE agent_tools (
    agent_id {text} NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    tool_id {text} NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
    config {text},
    created_at {text} NOT NULL DEFAULT {now},
    version_hash {text},
    PRIMARY KEY (agent_id, tool_id)
);
CREATE INDEX idx_agent_tools_agent ON agent_tools (agent_id);
CREATE INDEX idx_agent_tools_tool ON agent_tools (tool_id);

CREATE TABLE keys (
    id {text} PRIMARY KEY,
    workspace_id {text} NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    hash {text} NOT NULL UNIQUE,
    scopes {text} NOT NULL,
    created_at {text} NOT NULL DEFAULT {now},
    revoked_at {text}
);
CREATE INDEX idx_keys_workspace ON keys (workspace_id);

CREATE TABLE sessions (
    id {text} PRIMARY KEY,
    workspace_id {text} NOT NULL,
    agent_id {text},
    mode {text} NOT NULL,
    created_at {text} NOT NULL DEFAULT {now}
);

-- No foreign keys: a record outlives what it is about.
CREATE TABLE calls (
    workspace_id {text} NOT NULL,
    id {text} NOT NULL,
    tool_id {text} NOT NULL,
    tool_version {text},
    registry_version {text} NOT NULL,
    agent_id {text},
    session_id {text},
    key_id {text},
    door {text} NOT NULL,
    mode {text} NOT NULL,
    dry_run {boolean} NOT NULL,
    arguments {text} NOT NULL,
    ok {boolean},
    error_type {text},
    duration_us BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    created_at {text} NOT NULL DEFAULT {now},
    finished_at {text},
    outcome {text},
    console {text},
    PRIMARY KEY (workspace_id, id)
){by_key};
CREATE INDEX idx_calls_tool ON calls (workspace_id, tool_id, id);
CREATE INDEX idx_calls_agent ON calls (workspace_id, agent_id, id) WHERE agent_id IS NOT NULL;
CREATE INDEX idx_calls_session ON calls (workspace_id, session_id, id) WHERE session_id IS NOT NULL;
