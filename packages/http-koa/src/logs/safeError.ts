import { DamagedError, DomainError, isError, UnavailableError } from '@algotheque/domain';

export interface SafeError {
  readonly type: string;
  readonly message?: string;
  readonly code?: string | number;
  /** Of an UnavailableError: the store and the cause of its failure. */
  readonly reason?: string;
  /** Of a DamagedError: the table, collection or file, the key in it, and the field. */
  readonly damaged?: { readonly place: string; readonly id: string; readonly field: string | null };
  /** Where it was thrown: the frames only, because the first lines of a stack are its message. */
  readonly stack?: readonly string[];
  readonly cause?: SafeError;
}

const MAX_DEPTH = 5;
const MAX_FRAMES = 20;
const MAX_MESSAGE = 500;
/** The time of the patterns of secrets is proportional to the square of this length. */
const MAX_SEARCHED = 2_000;

/**
 * Type, code and frames of an error, never its other properties (an `err.body` is a request). Its own message, without what looks like a
 * secret, and of its causes only the codes: drivers quote their input. The reason of an UnavailableError was written for the log.
 */
export function safeError(error: unknown): SafeError {
  return isError(error) ? { ...bare(error, 0), message: shown(error.message) } : { type: typeof error };
}

function bare(error: Error, depth: number): SafeError {
  const { cause } = error;
  const code = codeOf(error);
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    ...(error instanceof UnavailableError && error.reason !== null && { reason: shown(error.reason) }),
    ...(error instanceof DamagedError && { damaged: damagedRecord(error) }),
    stack: framesOf(error),
    ...(isError(cause) && depth < MAX_DEPTH && { cause: bare(cause, depth + 1) }),
  };
}

const damagedRecord = ({ place, id, field }: DamagedError) => ({ place: shown(place), id: shown(id), field });

function codeOf(error: Error): string | number | undefined {
  if (error instanceof DomainError) return error.code;
  for (const name of ['errcode', 'code'] as const) {
    const code: unknown = Reflect.get(error, name);
    if (typeof code === 'number' || (typeof code === 'string' && /^\w{1,64}$/.test(code))) return code;
  }
  return undefined;
}

const framesOf = ({ stack }: Error): string[] =>
  (stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES);

const SECRETS: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/([a-z][a-z\d+.-]*:\/\/)[^\s/]*@/gi, '$1***@'], // credentials in a URL
  [/\$argon2[^\s"']+/g, '***'],
  [/[^\s@<>"']+@[^\s@<>"'/]+/g, (found) => (found.startsWith('***') || found.includes('://') ? found : '***@***')],
  // A token is base64url of 32 characters or more. A digest in hex is not replaced: it names a file.
  [/[\w-]{32,}(?:\.[\w-]+)*/g, (found) => (/^[\da-f-]+$/.test(found) ? found : '***')],
];

// Ends between two words, because a part of a secret does not look like one.
const beginning = (text: string): string =>
  text.length <= MAX_SEARCHED ? text : text.slice(0, MAX_SEARCHED).replace(/\S+$/, '…');

const shown = (text: string): string => withoutSecrets(beginning(text)).slice(0, MAX_MESSAGE);

const withoutSecrets = (text: string): string =>
  // The cast chooses one of two overloads of `replace`; both fit.
  SECRETS.reduce((rest, [pattern, by]) => rest.replace(pattern, by as string), text);
