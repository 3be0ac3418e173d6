//! Rows, read from left to right as their columns are listed.

use super::{AgentRow, AttachmentRow, SettingsRow, ToolRow, VersionRow};
use crate::error::StoreError;
use crate::names::{ToolKey, own_id};
use crate::sql::Row;

impl ToolRow {
    pub(crate) const COLUMNS: &str = "t.id, t.name, t.description, t.parameters_schema, \
        t.handler_key, COALESCE(t.category, 'general'), t.created_at, t.updated_at, t.source, \
        t.version_hash, COALESCE(v.manifest, ''), v.guide";

    pub(crate) const TABLES: &str = "tools t LEFT JOIN tool_versions v \
        ON v.tool_id = t.id AND v.version_hash = t.version_hash";

    pub(crate) fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            key: ToolKey::from_row_id(&row.text()?),
            name: row.text()?,
            description: row.text()?,
            parameters_schema: row.text()?,
            handler_key: row.text()?,
            category: row.text()?,
            created_at: row.text()?,
            updated_at: row.text()?,
            source: row.text()?,
            version_hash: row.text()?,
            manifest: row.text()?,
            guide: row.maybe_text()?,
        })
    }
}

impl SettingsRow {
    pub(crate) fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self { tool: ToolKey::from_row_id(&row.text()?), settings: row.text()? })
    }
}

impl AgentRow {
    pub(crate) const COLUMNS: &str = "id, name, description, tool_description, instructions, \
        model, parameters, settings, enabled, is_primary, created_at, updated_at";

    pub(crate) fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: own_id(&row.text()?)?,
            name: row.text()?,
            description: row.text()?,
            tool_description: row.maybe_text()?,
            instructions: row.text()?,
            model: row.maybe_text()?,
            parameters: row.maybe_text()?,
            settings: row.maybe_text()?,
            enabled: row.bool()?,
            is_primary: row.bool()?,
            created_at: row.text()?,
            updated_at: row.text()?,
        })
    }
}

impl AttachmentRow {
    pub(crate) const COLUMNS: &str =
        "x.agent_id, x.tool_id, x.config, x.version_hash, x.created_at";

    pub(crate) fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            agent_id: own_id(&row.text()?)?,
            tool: ToolKey::from_row_id(&row.text()?),
            config: row.maybe_text()?,
            version_hash: row.maybe_text()?,
            created_at: row.text()?,
        })
    }
}

impl VersionRow {
    pub(crate) const COLUMNS: &str = "v.tool_id, v.number, v.version, v.version_hash, \
        v.manifest, v.guide, v.files, v.created_at";

    pub(crate) fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            tool: ToolKey::from_row_id(&row.text()?),
            number: row.int()?,
            version: row.text()?,
            version_hash: row.text()?,
            manifest: row.text()?,
            guide: row.maybe_text()?,
            files: row.maybe_text()?,
            created_at: row.text()?,
        })
    }
}
