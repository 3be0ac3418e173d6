// What can be read from a tool's JSON Schema without running it.

import type { Json, JsonObject } from '../../api/types';

export type Parameter = {
  name: string;
  type: string;
  description: string;
  required: boolean;
  defaultValue: Json | undefined;
  values: Json[];
};

export function parse(schema: string): JsonObject {
  try {
    return asObject(JSON.parse(schema));
  } catch {
    // A tool that cannot be used may have a schema that is none; its problems say so.
    return {};
  }
}

export function parameters(schema: string): Parameter[] {
  const root = parse(schema);
  const required = Array.isArray(root.required) ? root.required : [];
  return Object.entries(asObject(root.properties)).map(([name, value]) => {
    const own = asObject(value);
    const all = { ...resolve(root, own), ...own };
    return {
      name,
      type: typeOf(all),
      description: typeof all.description === 'string' ? all.description : '',
      required: required.includes(name),
      defaultValue: all.default,
      values: Array.isArray(all.enum) ? all.enum : [],
    };
  });
}

function resolve(root: JsonObject, schema: JsonObject): JsonObject {
  if (typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#/')) return {};
  return schema.$ref
    .slice(2)
    .split('/')
    .reduce<JsonObject>((at, name) => asObject(at[name.replace(/~1/g, '/').replace(/~0/g, '~')]), root);
}

function typeOf(schema: JsonObject): string {
  const type = schema.type ?? (schema.anyOf || schema.oneOf ? 'one of several' : 'anything');
  const words = Array.isArray(type) ? type.join(' or ') : String(type);
  const items = asObject(schema.items);
  return words === 'array' && items.type ? `list of ${String(items.type)}` : words;
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
