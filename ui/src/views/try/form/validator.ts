// Just enough of JSON Schema for a form to choose between alternatives.
//
// Arguments are validated by the server, whose faults are shown at the fields:
// one judge, and no code made from text, which the page's policy forbids.

import type { RJSFSchema, ValidatorType } from '@rjsf/utils';

type Schema = RJSFSchema | boolean | undefined;

export const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
  isValid: (schema, value, root) => fits(schema, value, root, 8),
};

function fits(schema: Schema, value: unknown, root: RJSFSchema, depth: number): boolean {
  if (typeof schema !== 'object' || depth === 0) return schema !== false;
  const inner = (part: Schema, of: unknown = value) => fits(part, of, root, depth - 1);
  if (typeof schema.$ref === 'string' && !inner(target(schema.$ref, root))) return false;
  if (schema.const !== undefined && !same(schema.const, value)) return false;
  if (schema.enum && !schema.enum.some((choice) => same(choice, value))) return false;
  if (schema.type && ![schema.type].flat().some((type) => isOf(type, value))) return false;
  if (schema.not && inner(schema.not as Schema)) return false;
  if (schema.allOf && !schema.allOf.every((part) => inner(part as Schema))) return false;
  if (schema.anyOf && !schema.anyOf.some((part) => inner(part as Schema))) return false;
  if (schema.oneOf && !schema.oneOf.some((part) => inner(part as Schema))) return false;
  if (!isOf('object', value)) return true;
  const object = value as Record<string, unknown>;
  if (schema.required?.some((name) => object[name] === undefined)) return false;
  return Object.entries(schema.properties ?? {}).every(
    ([name, part]) => object[name] === undefined || inner(part as Schema, object[name]),
  );
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function target(ref: string, root: RJSFSchema): Schema {
  const steps = ref.replace(/^#\/?/, '').split('/').filter(Boolean);
  const at = steps.reduce<unknown>((from, step) => (from as Record<string, unknown> | undefined)?.[step], root);
  return at as Schema;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
