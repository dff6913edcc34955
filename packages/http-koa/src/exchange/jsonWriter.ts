import * as v from 'valibot';

/** Undefined for a value that does not fit. */
export type JsonWriter = (value: unknown) => string | undefined;

type Known =
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.LiteralSchema<v.Literal, undefined>
  | v.PicklistSchema<v.PicklistOptions, undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.ObjectSchema<v.ObjectEntries, undefined>
  | v.UnionSchema<v.UnionOptions, undefined>;

/**
 * Checks, closes and writes a value in one pass, where valibot makes a copy first. Null for a schema of another kind, with a pipe, or an
 * object without a first member that is always there.
 */
export function jsonWriter(schema: v.GenericSchema): JsonWriter | null {
  if ('pipe' in schema || 'fallback' in schema) return null;
  const known = schema as Known; // all others are answered by `default`
  switch (known.type) {
    case 'string':
      return (value) => (typeof value === 'string' ? textOf(value) : undefined);
    case 'number':
      return (value) => (Number.isFinite(value) ? String(value) : undefined);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : undefined);
    case 'literal':
      return oneOf([known.literal]);
    case 'picklist':
      return oneOf(known.options);
    case 'nullable':
      return known.default === undefined ? nullable(jsonWriter(known.wrapped)) : null;
    case 'array':
      return list(jsonWriter(known.item));
    case 'object':
      return record(known.entries);
    case 'union':
      return firstThatFits(known.options.map(jsonWriter));
    default:
      return null;
  }
}

/** Half of a surrogate pair does not stand for itself in JSON. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const textOf = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

function oneOf(options: readonly unknown[]): JsonWriter | null {
  if (!options.every((option) => typeof option === 'string' || typeof option === 'boolean')) return null;
  const written = new Map<unknown, string>(options.map((option) => [option, JSON.stringify(option)]));
  return (value) => written.get(value);
}

const nullable = (write: JsonWriter | null): JsonWriter | null =>
  write && ((value) => (value === null ? 'null' : write(value)));

function list(write: JsonWriter | null): JsonWriter | null {
  if (write === null) return null;
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    if (value.length === 0) return '[]';
    let text = '';
    for (const item of value) {
      const written = write(item);
      if (written === undefined) return undefined;
      text += (text === '' ? '[' : ',') + written;
    }
    return `${text}]`;
  };
}

interface Field {
  readonly name: string;
  readonly before: string;
  readonly isOptional: boolean;
  readonly write: JsonWriter;
}

function record(entries: v.ObjectEntries): JsonWriter | null {
  const fields = Object.entries(entries).map(([name, entry], index) => {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    return fieldOf(name, before, entry);
  });
  if (!fields.every((field) => field !== null) || fields[0]?.isOptional !== false) return null;
  return (value) => {
    if (!isRecord(value)) return undefined;
    let text = '';
    for (const { name, before, isOptional, write } of fields) {
      const member = value[name];
      if (isOptional && member === undefined) continue;
      const written = write(member);
      if (written === undefined) return undefined;
      text += before + written;
    }
    return `${text}}`;
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldOf(name: string, before: string, entry: v.GenericSchema): Field | null {
  const optional = entry.type === 'optional' ? (entry as v.OptionalSchema<v.GenericSchema, unknown>) : null; // its type says so
  if (optional !== null && (optional.default !== undefined || 'pipe' in optional)) return null;
  const write = jsonWriter(optional?.wrapped ?? entry);
  return write && { name, before, isOptional: optional !== null, write };
}

function firstThatFits(writers: readonly (JsonWriter | null)[]): JsonWriter | null {
  if (!writers.every((write) => write !== null)) return null;
  return (value) => {
    for (const write of writers) {
      const written = write(value);
      if (written !== undefined) return written;
    }
    return undefined;
  };
}

const writers = new WeakMap<v.GenericSchema, JsonWriter | null>();

/** The part of `data` that the schema names, as JSON. @throws Error that names the place, never the value */
export function strippedJson(schema: v.GenericSchema | null | undefined, data: unknown): string | undefined {
  if (schema == null || data === undefined) return undefined;
  return writerOf(schema)?.(data) ?? JSON.stringify(stripped(schema, data));
}

function writerOf(schema: v.GenericSchema): JsonWriter | null {
  const known = writers.get(schema);
  if (known !== undefined) return known;
  const made = jsonWriter(schema);
  writers.set(schema, made);
  return made;
}

function stripped(schema: v.GenericSchema, data: unknown): unknown {
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  throw new Error(`The answer does not fit its schema at ${v.getDotPath(result.issues[0]) ?? 'its root'}`);
}
