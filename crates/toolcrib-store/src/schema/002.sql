CREATE TABLE files (
    workspace_id {text} NOT NULL,
    session_id {text} NOT NULL DEFAULT '',
    path {text} NOT NULL,
    content {text} NOT NULL,
    bytes BIGINT NOT NULL,
    created_at {text} NOT NULL DEFAULT {now},
    updated_at {text} NOT NULL DEFAULT {now},
    PRIMARY KEY (workspace_id, session_id, path)
);

-- Whoever writes into a space takes its row first, so that two who write at
-- once see what the other has written.
CREATE TABLE file_spaces (
    workspace_id {text} NOT NULL,
    session_id {text} NOT NULL DEFAULT '',
    writes BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_id, session_id)
);

-- A mailbox has the name of its folder, and the address that it belongs to once
-- that is known.
CREATE TABLE inboxes (
    id {serial},
    workspace_id {text} NOT NULL,
    mailbox {text} NOT NULL,
    address {text},
    is_given {boolean} NOT NULL DEFAULT FALSE,
    UNIQUE (workspace_id, mailbox)
);
CREATE INDEX idx_inboxes_address ON inboxes (workspace_id, address);

CREATE TABLE emails (
    id {serial},
    workspace_id {text} NOT NULL,
    message_id {text} NOT NULL,
    inbox_id BIGINT NOT NULL REFERENCES inboxes (id),
    subject {text} NOT NULL,
    sender {text} NOT NULL,
    recipients {text} NOT NULL,
    date {text},
    body {text} NOT NULL,
    created_at {text} NOT NULL DEFAULT {now},
    UNIQUE (workspace_id, message_id)
);

-- One row for each message in each mailbox: this is what is searched.
CREATE TABLE email_boxes (
    id {serial},
    inbox_id BIGINT NOT NULL REFERENCES inboxes (id),
    email_id BIGINT NOT NULL REFERENCES emails (id),
    {words}
    UNIQUE (inbox_id, email_id)
);
{mail_index}

-- How far an import came that was broken off.
CREATE TABLE email_imports (
    workspace_id {text} NOT NULL,
    source {text} NOT NULL,
    state {text} NOT NULL,
    position {text} NOT NULL,
    updated_at {text} NOT NULL DEFAULT {now},
    PRIMARY KEY (workspace_id, source)
);
