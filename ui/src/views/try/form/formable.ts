// A schema as the form's library can show it.
//
// What it cannot show becomes a field for JSON; alternatives get names. Nothing
// is lost by that: the server checks the arguments against the tool's own schema.

import type { RJSFSchema } from '@rjsf/utils';

type Schema = Record<string, unknown>;

/** The library finds a field of ours by the id of a schema. */
const JSON_FIELD = 'JsonField';

/** Whichever of these a schema has, there is something to show. */
const SHOWN = ['type', 'enum', 'const', 'properties', 'oneOf', 'anyOf', 'allOf', '$ref', 'items', 'additionalProperties'];

const TYPES: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
  null: 'nothing (null)',
};

export function formable(root: RJSFSchema): RJSFSchema {
  const parts = each(root as Schema, (part) => shown(part, root as Schema));
  return parts as RJSFSchema;
}

function shown(schema: unknown, root: Schema): unknown {
  if (schema === true) return asJson({});
  if (!isObject(schema)) return schema;
  if (!isFormable(schema)) return asJson(schema);
  const inner = each(schema, (part) => shown(part, root));
  for (const name of ['oneOf', 'anyOf']) {
    const options = inner[name];
    if (!Array.isArray(options)) continue;
    inner[name] = options.map((option) => named(option, root));
    // A choice between values is one field, whose type the library must be told.
    const types = new Set(options.map((option) => (isObject(option) && 'const' in option ? typeof option.const : '')));
    if (!inner.type && types.size === 1 && !types.has('')) inner.type = [...types][0];
  }
  // There is nothing to choose.
  if ('const' in inner) inner.readOnly = true;
  return inner;
}

function isFormable(schema: Schema): boolean {
  if (!SHOWN.some((name) => name in schema)) return false;
  if (Array.isArray(schema.type) && schema.type.filter((type) => type !== 'null').length > 1 && !schema.enum) return false;
  const isList = schema.type === 'array' || 'items' in schema || 'prefixItems' in schema;
  return !isList || (isObject(schema.items) && !('prefixItems' in schema));
}

function asJson({ title, description, default: value }: Schema): Schema {
  return {
    $id: JSON_FIELD,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(value !== undefined && { default: value }),
  };
}

/** Does something with each schema within a schema. */
function each(schema: Schema, change: (part: unknown) => unknown): Schema {
  const result = { ...schema };
  for (const name of ['properties', '$defs', 'definitions']) {
    const parts = schema[name];
    if (isObject(parts)) result[name] = Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, change(part)]));
  }
  for (const name of ['oneOf', 'anyOf']) {
    const parts = schema[name];
    if (Array.isArray(parts)) result[name] = parts.map(change);
  }
  if (isObject(schema.items)) result.items = change(schema.items);
  if (isObject(schema.additionalProperties)) result.additionalProperties = change(schema.additionalProperties);
  return result;
}

function named(option: unknown, root: Schema): unknown {
  if (!isObject(option) || typeof option.title === 'string') return option;
  const title = nameOf(option, root);
  return title ? { ...option, title } : option;
}

function nameOf(option: Schema, root: Schema): string | undefined {
  if (option.const !== undefined) return text(option.const);
  if (Array.isArray(option.enum) && option.enum.length === 1) return text(option.enum[0]);
  if (typeof option.$ref === 'string') {
    const steps = option.$ref.replace(/^#\/?/, '').split('/').filter(Boolean);
    const target = steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), root);
    return isObject(target) && typeof target.title === 'string' ? target.title : steps.at(-1);
  }
  // What tells alternatives apart is most often a property with one value.
  const kinds = Object.values(isObject(option.properties) ? option.properties : {}).flatMap((part) =>
    isObject(part) && part.const !== undefined ? [text(part.const)] : [],
  );
  if (kinds.length > 0) return kinds.join(', ');
  if (option.$id === JSON_FIELD) return 'anything, as JSON';
  return typeof option.type === 'string' ? TYPES[option.type] : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
