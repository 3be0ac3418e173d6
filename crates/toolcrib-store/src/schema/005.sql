-- What decided about a call, and how it did beside its outcome.
ALTER TABLE calls ADD COLUMN rule {text};
ALTER TABLE calls ADD COLUMN approval_id {text};
ALTER TABLE calls ADD COLUMN replay_of {text};
ALTER TABLE calls ADD COLUMN over_budget {boolean} NOT NULL DEFAULT FALSE;
ALTER TABLE calls ADD COLUMN response_bytes BIGINT NOT NULL DEFAULT 0;

-- Calls that a person is asked about. An approval is bound to everything that
-- stands here of the call, and used once.
CREATE TABLE approvals (
    workspace_id {text} NOT NULL,
    id {text} NOT NULL,
    call_id {text} NOT NULL,
    tool_id {text} NOT NULL,
    tool_version {text} NOT NULL,
    version_hash {text} NOT NULL,
    agent_id {text},
    session_id {text},
    key_id {text},
    digest {text} NOT NULL,
    arguments {text} NOT NULL,
    preview {text} NOT NULL,
    state {text} NOT NULL,
    reason {text},
    decided_by {text},
    created_at {text} NOT NULL,
    expires_at {text} NOT NULL,
    decided_at {text},
    used_at {text},
    PRIMARY KEY (workspace_id, id)
);
CREATE INDEX idx_approvals_state ON approvals (workspace_id, state, created_at);

-- Keys under which a call is made once. A key is taken until the call must have
-- ended, then its outcome is kept for a while, as it was answered.
CREATE TABLE idempotency (
    workspace_id {text} NOT NULL,
    key {text} NOT NULL,
    fingerprint {text} NOT NULL,
    call_id {text} NOT NULL,
    kept_until {text} NOT NULL,
    outcome {text},
    PRIMARY KEY (workspace_id, key)
);
CREATE INDEX idx_idempotency_until ON idempotency (kept_until);
