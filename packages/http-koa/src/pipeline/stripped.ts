import * as v from 'valibot';

/**
 * The part of `data` that the schema names.
 * @throws Error that names the place, never the value: it goes to the log
 */
export function stripped(schema: v.GenericSchema | null | undefined, data: unknown): unknown {
  if (schema == null || data === undefined) return undefined;
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  throw new Error(`The answer does not fit its schema at ${v.getDotPath(result.issues[0]) ?? 'its root'}`);
}
