import * as v from 'valibot';
import { type JsonWriter, jsonWriter } from './jsonWriter.ts';

const writers = new WeakMap<v.GenericSchema, JsonWriter | null>();

/**
 * The part of `data` that the schema names, as JSON; undefined without a schema or data.
 * @throws Error that names the place, never the value: it goes to the log
 */
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

/** What the writer has not written: valibot decides, and finds the place that does not fit. */
function stripped(schema: v.GenericSchema, data: unknown): unknown {
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  throw new Error(`The answer does not fit its schema at ${v.getDotPath(result.issues[0]) ?? 'its root'}`);
}
