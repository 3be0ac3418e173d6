-- What the tools of other servers were when somebody approved them, by the names
-- that the settings give those servers. They are the server's, not a workspace's.
CREATE TABLE upstream_tools (
    server {text} NOT NULL,
    tool_id {text} NOT NULL,
    definition {text} NOT NULL,
    approved_at {text} NOT NULL,
    PRIMARY KEY (server, tool_id)
);
