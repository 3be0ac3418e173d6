//! The examples of the authoring guide that this all began with.

use super::*;

const KB_SEARCH: &str = r#"{
  "toolId": "kb_search",
  "version": "1.0.0",
  "description": "Search knowledge base with filters. Returns structured results with citations.",
  "category": "retrieval",
  "sideEffects": "read_only",
  "idempotent": true,
  "requiresConfirmation": false,
  "allowedModes": ["text", "voice"],
  "latencyBudgetMs": 800,
  "parameters": {
    "type": "object",
    "additionalProperties": false,
    "required": ["query"],
    "properties": {
      "query": {
        "type": "string",
        "description": "Search query",
        "maxLength": 200
      },
      "top_k": {
        "type": "number",
        "description": "Number of results (voice: max 3, text: max 10)",
        "minimum": 1,
        "maximum": 10,
        "default": 5
      }
    }
  }
}"#;

const KB_SEARCH_GUIDE: &str = r#"# kb_search

Semantic search over knowledge base using natural language queries. Returns relevant people, labs, and projects with scores and citations. Voice mode auto-clamps to 3 results.

## Parameters
- **query** (required): Natural language search query (3-500 chars)
- **top_k** (optional): Number of results to return (default: 5, max: 10, voice mode: auto-clamps to 3)

## Examples

**General search:**
```json
{
  "query": "AI researchers working on language models"
}
```
Returns top 5 results with relevance scores.

**Specific search with limit:**
```json
{
  "query": "robotics labs in California",
  "top_k": 3
}
```
Returns exactly 3 results.

## Watch Out
- **Empty results don't mean failure**: Query may be too specific or data doesn't exist. Try broader terms.
"#;

const CALENDAR: &str = r#"{
  "toolId": "calendar_create_event",
  "version": "1.0.0",
  "description": "Create calendar event with Zoom link. Requires confirmation.",
  "category": "action",
  "sideEffects": "writes",
  "idempotent": false,
  "requiresConfirmation": true,
  "allowedModes": ["text"],
  "latencyBudgetMs": 3000,
  "parameters": {
    "type": "object",
    "additionalProperties": false,
    "required": ["title", "start_time", "end_time", "attendees"],
    "properties": {
      "title": {
        "type": "string",
        "maxLength": 200
      },
      "start_time": {
        "type": "string",
        "format": "date-time"
      },
      "attendees": {
        "type": "array",
        "items": { "type": "string", "format": "email" },
        "minItems": 1
      }
    }
  }
}"#;

#[test]
fn kb_search_is_right() {
    let files = Files { name: "kb-search".to_owned(), ..files(KB_SEARCH, KB_SEARCH_GUIDE) };
    let checked = check(&files, &Limits::DEFAULT, &python());
    let said: Vec<&Finding> = checked.findings.iter().filter(|finding| !finding.is_loss).collect();
    assert_eq!(said, [] as [&Finding; 0]);
    assert!(checked.summary.unwrap().starts_with("Semantic search over knowledge base"));
    let titles: Vec<_> =
        checked.examples.iter().map(|example| example.title.as_deref().unwrap()).collect();
    assert_eq!(titles, ["General search", "Specific search with limit"]);
    assert_eq!(checked.examples[1].arguments["top_k"], json!(3));
    let places = checked.findings.iter().filter(|finding| finding.is_loss);
    assert!(places.clone().count() > 0);
    for loss in places {
        let key = &KB_SEARCH[loss.span.clone().unwrap()];
        assert_eq!(key.trim_matches('"'), loss.pointer.rsplit('/').next().unwrap());
    }
}

#[test]
fn calendar_create_event_can_be_used_in_spite_of_its_slip() {
    let name = "calendar-create-event".to_owned();
    let files = Files { name, ..files(CALENDAR, EXAMPLE) };
    let checked = check(&files, &Limits::DEFAULT, &python());
    assert!(!checked.has_errors());
    let said: Vec<&str> = checked.findings.iter().map(|finding| &*finding.message).collect();
    assert_eq!(said, ["`end_time` is required but not declared, so no arguments can fit"]);
}
