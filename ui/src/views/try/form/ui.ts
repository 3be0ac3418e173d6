// Which parameters want a large field: texts whose name says that they are long.

import type { RJSFSchema, UiSchema } from '@rjsf/utils';

const LONG = /^(code|text|body|content|message|playbook|instructions|answer|prompt|script|query_sql)$/;

export function uiSchema(schema: RJSFSchema): UiSchema {
  const ui: UiSchema = { 'ui:submitButtonOptions': { norender: true } };
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (typeof part === 'object' && part.type === 'string' && !part.enum && !part.format && LONG.test(name)) {
      ui[name] = { 'ui:widget': 'textarea', 'ui:options': { rows: 5 } };
    }
  }
  return ui;
}
