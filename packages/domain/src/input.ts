import * as v from 'valibot';
import type { ErrorCode, Rule, Violation } from './responses.ts';
import { type DomainError, invalidData, MissingDataError, Responses } from './responses.ts';
import { violation, violationsOf } from './violation.ts';

const { Missing_data, Invalid_data } = Responses.General;

/** A rule that a schema cannot express: its violations in the fields that were sent. */
export type FurtherRule = (sent: ReadonlyMap<string, unknown>) => readonly Violation[];

export interface Input<Schema extends v.GenericSchema = v.GenericSchema> {
  readonly schema: Schema;
  /** The identifiers with which `read` refuses a value. */
  readonly failures: readonly ErrorCode[];
  /** @throws DomainError with one of `failures` */
  read(sent: unknown, further?: FurtherRule): v.InferOutput<Schema>;
}

type FieldsSchema = v.GenericSchema & { readonly entries: Readonly<Record<string, v.GenericSchema>> };

/**
 * An object of fields; an absent one counts as empty. First, a required field that is absent, null or empty is a MissingDataError. Then the
 * schema checks all fields. A field is required unless its schema is `v.optional`; an optional one that is null or empty counts as not
 * sent, but null is kept under `v.nullable`.
 * @param oneOf optional fields of which exactly one must be sent: none is a missing field, named with `|`; each further one is a violation
 */
export function fields<Schema extends FieldsSchema>(schema: Schema, oneOf: readonly string[] = []): Input<Schema> {
  const names = Object.keys(schema.entries);
  const required = names.filter((name) => schema.entries[name]?.type !== 'optional');
  const nullable = names.filter((name) => takesNull(schema.entries[name]));
  return {
    schema,
    failures: required.length + oneOf.length === 0 ? [Invalid_data] : [Missing_data, Invalid_data],
    read(input = {}, further) {
      const sent = sentFields(input, { names, nullable });
      const chosen = oneOf.filter((name) => sent.has(name));
      const noChoice = oneOf.length > 0 && chosen.length === 0 ? [oneOf.join('|')] : [];
      const missing = [...noChoice, ...required.filter((name) => !sent.has(name))];
      if (missing.length > 0) throw new MissingDataError(missing);
      const tooMany = chosen.slice(1).map((name) => ({
        ...violation(`/${name}`, 'duplicate'),
        message: `is one field too many: send ${oneOf.join(' or ')}`,
      }));
      return checked(schema, Object.fromEntries(sent), [...tooMany, ...(further?.(sent) ?? [])]);
    },
  };
}

/** Fields that are all optional, in a part of an input that may be absent itself. */
export function optionalFields<const Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = v.object(entries);
  return { ...fields(schema), schema: v.optional(schema, () => ({}) as v.InferInput<typeof schema>) }; // all are optional
}

const wrongValue = (): DomainError => invalidData(violation('', 'type'));

/** @param refusal makes the error for a value of another type; default: General.Invalid_data without a field */
export function value<Schema extends v.GenericSchema>(schema: Schema, refusal = wrongValue): Input<Schema> {
  return {
    schema,
    failures: [refusal().code],
    read(input) {
      const result = v.safeParse(schema, input);
      if (result.success) return result.output;
      throw refusal();
    },
  };
}

type Inputs = Readonly<Record<string, Input>>;
type InputsSchema<Given extends Inputs> = v.ObjectSchema<
  { readonly [Name in keyof Given]: Given[Name]['schema'] },
  undefined
>;

/** They are read in the order of their declaration; the first invalid one is reported. */
export function inputs<Given extends Inputs>(given: Given): Input<InputsSchema<Given>> {
  const entries = Object.entries(given);
  const schemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  return {
    schema: v.object(schemas) as unknown as InputsSchema<Given>, // `Object.fromEntries` loses which name has which schema
    failures: [...new Set([Invalid_data, ...entries.flatMap(([, { failures }]) => failures)])],
    read(input, further) {
      requireObject(input);
      const own = new Map(Object.entries(input));
      const read = entries.map(([name, part]) => [name, part.read(own.get(name), further)]);
      return Object.fromEntries(read) as v.InferOutput<InputsSchema<Given>>; // each part was read by the schema of its name
    },
  };
}

/** @throws DomainError General.Invalid_data with all violations */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  further: readonly Violation[] = [],
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success && further.length === 0) return result.output;
  throw invalidData(...violationsOf(result.issues ?? []), ...further);
}

// Reads only the fields that the schema names, because a client may send any number of other fields.
function sentFields(
  input: unknown,
  { names, nullable }: { readonly names: readonly string[]; readonly nullable: readonly string[] },
): Map<string, unknown> {
  requireObject(input);
  const isSent = ([name, value]: [string, unknown]) =>
    names.includes(name) && value !== undefined && value !== '' && (value !== null || nullable.includes(name));
  return new Map(Object.entries(input).filter(isSent));
}

const NullableSchema = v.object({ wrapped: v.object({ type: v.literal('nullable') }) });
const takesNull = (schema: unknown): boolean => v.is(NullableSchema, schema);

function requireObject(input: unknown): asserts input is object {
  if (!isObject(input)) throw wrongValue();
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The rule of a value of another type. */
export const type: Rule = 'type';
const min: Rule = 'min';
const max: Rule = 'max';

/** A field that the specification calls a number: any finite one. */
export const numeric = v.pipe(v.number(type), v.finite(type));

/**
 * A number that clients may send but the service sets itself: its type is checked, its value is ignored, and the types of `Service` leave
 * it out.
 */
export const setByService = v.pipe(numeric, v.metadata({ readOnly: true })) as unknown as v.GenericSchema<
  undefined,
  number
>; // at run time it takes any number; its type offers none

/** An id: a positive integer that a double holds exactly. */
export const id = v.pipe(v.number(type), v.safeInteger(type), v.minValue(1, type));

/** A value whose refusal names its part of an input. */
export const part = <Schema extends v.GenericSchema>(name: string, schema: Schema): Input<Schema> =>
  value(schema, () => invalidData(violation(`/${name}`, type)));

export const idInput = part('id', id);

export const versionInput = part('version', id);

const MOST_ITEMS = 1_000;

/** The limit of a page of at most so many items. */
export const atMostItems = (most: number) =>
  v.config(v.pipe(v.number(type), v.safeInteger(type), v.minValue(1, min), v.maxValue(most, max)), {
    abortPipeEarly: true,
  });

export const pageLimit = atMostItems(MOST_ITEMS);

const versions: v.GenericSchema<'*' | readonly number[]> = v.union([v.literal('*'), v.array(v.number())]);

/** One of these versions, or `*` for any. An empty list matches none. */
export type ExpectedVersion = v.InferOutput<typeof versions>;

/** In the part `name` of an input. Null is refused: a version that was lost on the way must not switch the comparison off. */
export const expectedVersion = (name: string) => part(name, v.optional(versions));

export const isExpected = (version: number, expected: ExpectedVersion | undefined): boolean =>
  expected === undefined || expected === '*' || expected.includes(version);
