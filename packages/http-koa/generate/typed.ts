import { isJson, type Json } from './jsonSchema.ts';

/**
 * A document whose schemas say what generators of clients need beside JSON Schema. Ids, dates and counts do not fit into the 32 bits that
 * the generators for Java, Go, C# and Kotlin give to an integer without a format, and a constant without a type is no number to them.
 */
export function typed(document: Json): Json {
  return members(document);
}

const members = (one: Json): Json =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, UNREAD.includes(name) ? value : part(value)]));

/** What is a value, not a schema. */
const UNREAD: readonly string[] = ['example', 'examples'];

function part(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(part);
  return isJson(value) ? numbered(members(value)) : value;
}

const MAX_INT32 = 2 ** 31 - 1;

function numbered(schema: Json): Json {
  const { type, maximum = Infinity } = schema;
  if ('const' in schema) return { type: TYPES[typeof schema['const']], ...schema };
  if (type !== 'integer' && type !== 'number') return schema;
  return { ...schema, type: 'integer', ...(Number(maximum) > MAX_INT32 && { format: 'int64' }) };
}

const TYPES: Readonly<Record<string, string>> = { number: 'integer', boolean: 'boolean', string: 'string' };
