import * as v from 'valibot';
import { DomainError, invalidData, type Rule, type Violation } from '../errors.ts';
import { Responses } from '../responses.ts';
import { id as idSchema } from './number.ts';

const MESSAGES: Readonly<Record<Rule, string>> = {
  required: 'is required',
  type: 'has the wrong type',
  min_length: 'is too short',
  max_length: 'is too long',
  email: 'is not an e-mail address',
  url: 'is not an http or https address',
  control_character: 'holds a character that cannot be shown',
  bidi_control: 'holds a character that changes the direction of text',
  invisible_character: 'holds a character that cannot be seen',
  link: 'holds what mail programs make a link of',
  common_password: 'is a password that many people use',
  unknown_user: 'names a user who does not exist',
  duplicate: 'is there twice',
  mismatch: 'differs from the address of the request',
};

/** A violation with its text. The text never holds the value. */
export function violation(path: string, rule: Rule): Violation {
  return { path, rule, message: MESSAGES[rule] };
}

/** What there is to say of an input's fields beside its schema. */
export interface Fields {
  readonly required?: readonly string[];
  /** Where null says something. */
  readonly nullable?: readonly string[];
  /** Violations that no schema can tell of, in what was sent. What it throws passes as it is. */
  readonly further?: (sent: ReadonlyMap<string, unknown>) => readonly Violation[];
}

/**
 * Reads an input in the order that every answer keeps: what is no object is invalid (but no input at all is an empty
 * one), then what is missing (absent, null or empty) is `Missing_data`, then the schema decides. An optional field that is null or empty counts as not sent,
 * unless `nullable` names it and it is null.
 * @throws DomainError General.Missing_data or General.Invalid_data, the latter with all violations
 */
export function parseInput<Schema extends v.GenericSchema & { readonly entries: object }>(
  schema: Schema,
  input: unknown = {},
  fields: Fields = {},
): v.InferOutput<Schema> {
  const sent = sentFields(input, schema.entries, fields.nullable ?? []);
  if (fields.required?.some((name) => !sent.has(name))) throw new DomainError(Responses.General.Missing_data);
  const result = readable(() => v.safeParse(schema, Object.fromEntries(sent)));
  const further = fields.further?.(sent) ?? [];
  if (result.success && further.length === 0) return result.output;
  throw invalidData(...violations(result.issues ?? []), ...further);
}

/**
 * A use case's input that has parts of its own, each read once.
 * @throws DomainError General.Invalid_data when it is no object
 */
export function partsOf<Parts extends object>(input: Parts): Parts {
  requireObject(input);
  return readable(() => ({ ...input }));
}

/** @throws DomainError General.Invalid_data when it is no id */
export function parseId(value: unknown, path = '/id'): number {
  if (v.is(idSchema, value)) return value;
  throw invalidData(violation(path, 'type'));
}

// Only what the schema names: a client may send any number of other fields.
function sentFields(input: unknown, known: object, nullable: readonly string[]): Map<string, unknown> {
  requireObject(input);
  const isSent = ([name, value]: [string, unknown]) =>
    Object.hasOwn(known, name) && value !== undefined && value !== '' && (value !== null || nullable.includes(name));
  return new Map(readable(() => Object.entries(input)).filter(isSent));
}

function requireObject(input: unknown): asserts input is object {
  if (!readable(() => isObject(input))) throw invalidData(violation('', 'type'));
}

/** An object of fields. @throws TypeError for a proxy that was revoked */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// An embedder's getter or proxy may throw: what cannot be read is not of the type that was asked for.
function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new DomainError(Responses.General.Invalid_data, [violation('', 'type')], { cause });
  }
}

function violations(issues: readonly v.BaseIssue<unknown>[]): Violation[] {
  const found = issues.map((issue) => violation(pointer(issue), ruleOf(issue)));
  const key = ({ path, rule }: Violation) => `${rule} ${path}`;
  return [...new Map(found.map((one) => [key(one), one])).values()];
}

// What is not there is required, whatever it would have to be. A message that is no rule is valibot's own: a shape that
// none of ours names.
function ruleOf({ received, message }: v.BaseIssue<unknown>): Rule {
  if (received === 'undefined') return 'required';
  return isRule(message) ? message : 'type';
}

const isRule = (text: string): text is Rule => Object.hasOwn(MESSAGES, text);

function pointer(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return keys.map((key) => `/${key}`).join('');
}
