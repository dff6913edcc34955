import { ApiError } from '@algotheque/client';
import { numberOf, sizeOf, textOf, words } from './locale.ts';
import { ForeignAccount } from './session.ts';

export interface Failure {
  /** What went wrong, and what to do next. */
  readonly text: string;
  /** What is wrong with single fields, by the name of the field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly error: ApiError | null;
}

interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/**
 * What a person reads of a failure.
 * @param isTyped whether the person has typed what failed, and it is still there
 * @throws the error itself if it is none of a call
 */
export function failureOf(error: unknown, isTyped = false): Failure {
  if (error instanceof ForeignAccount) return { text: words().foreign, fields: new Map(), error: null };
  if (!(error instanceof ApiError)) throw error;
  const fields = fieldsOf(error);
  return { text: [textWithNext(error.code), ...notesOf(error, fields, isTyped)].join(' '), fields, error };
}

/** What went wrong by its identifier alone, and what to do next. */
export const textWithNext = (code: string): string => {
  const next: Readonly<Record<string, string>> = words().failures.next;
  return [textOf(code), ...(Object.hasOwn(next, code) ? [next[code]] : [])].join(' ');
};

export function ruleText({ rule, message }: Pick<Violation, 'rule' | 'message'>): string {
  const rules: Readonly<Record<string, string>> = words().rules;
  return rules[rule] ?? message;
}

function fieldsOf(error: ApiError): ReadonlyMap<string, string> {
  // Of a choice, one of its fields is in the form.
  const names = error.missing.flatMap((choice) => choice.split('|'));
  const missing = names.map((name) => [name, words().rules.required] as const);
  if (error.code !== 'Responses.General.Invalid_data') return new Map(missing);
  const violations = (error.data ?? []) as readonly Violation[]; // the data of this failure
  return new Map([...missing, ...violations.map((one) => [one.path.slice(1), ruleText(one)] as const)]);
}

function notesOf(error: ApiError, fields: ReadonlyMap<string, string>, isTyped: boolean): readonly string[] {
  const t = words();
  const { retryAfter, code, requestId } = error;
  return [
    ...(fields.size > 0 ? [t.seeFields] : []),
    ...(retryAfter !== null ? [t.tryAgainIn(retryAfter)] : []),
    ...(code === 'Responses.Algo.Quota_exceeded' ? [quotaText(error.data)] : []),
    ...(code === 'Responses.General.Internal_error' && requestId !== null ? [t.requestId(requestId)] : []),
    ...(code === 'Client.Unreachable' ? [isTyped ? t.keptHere : t.whenOnline] : []),
  ];
}

interface Quota {
  readonly algos: { readonly used: number; readonly limit: number };
  readonly bytes: { readonly used: number; readonly limit: number };
}

/** Only the owner gets the figures. */
export function quotaText(data: unknown): string {
  const quota = data as Quota | undefined; // the data of this failure
  if (quota?.algos === undefined) return words().quotaOfOwner;
  const { algos, bytes } = quota;
  return words().quotaFull(
    `${numberOf(algos.used)} / ${numberOf(algos.limit)}`,
    `${sizeOf(bytes.used)} / ${sizeOf(bytes.limit)}`,
  );
}
