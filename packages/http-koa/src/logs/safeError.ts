import { DomainError, UnavailableError } from '@algotheque/domain';

/** An error as it may be logged. */
export interface SafeError {
  readonly type: string;
  readonly message?: string;
  readonly code?: string | number;
  /** Of an UnavailableError: which store, and why. */
  readonly reason?: string;
  /** Where it was thrown: the frames only, for the first lines of a stack are its message. */
  readonly stack?: readonly string[];
  readonly cause?: SafeError;
}

const MAX_DEPTH = 5;
const MAX_FRAMES = 20;
const MAX_MESSAGE = 500;
/** How much of a message is looked at: the patterns of secrets take time by its square. */
const MAX_SEARCHED = 2_000;

/**
 * What the log may hold of an error: its type, code and frames, never its other properties (an `err.body` is a request).
 * The message of the error itself is ours, and goes in with what looks like a secret taken out. Messages of its causes
 * are written by drivers, which quote what they were given, so they stay out: their codes say what happened. The one text
 * that is let through beside it is the reason of an UnavailableError, which its adapter wrote for the log.
 */
export function safeError(error: unknown): SafeError {
  return error instanceof Error ? { ...bare(error, 0), message: shown(error.message) } : { type: typeof error };
}

function bare(error: Error, depth: number): SafeError {
  const { cause } = error;
  const code = codeOf(error);
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    ...(error instanceof UnavailableError && error.reason !== null && { reason: shown(error.reason) }),
    stack: framesOf(error),
    ...(cause instanceof Error && depth < MAX_DEPTH && { cause: bare(cause, depth + 1) }),
  };
}

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
  // Tokens are base64url of 32 characters or more; a digest in hex is none, and names a file.
  [/[\w-]{32,}(?:\.[\w-]+)*/g, (found) => (/^[\da-f-]+$/.test(found) ? found : '***')],
];

// Ends between two words, for half a secret does not look like one.
const beginning = (text: string): string =>
  text.length <= MAX_SEARCHED ? text : text.slice(0, MAX_SEARCHED).replace(/\S+$/, '…');

const shown = (text: string): string => withoutSecrets(beginning(text)).slice(0, MAX_MESSAGE);

const withoutSecrets = (text: string): string =>
  // The cast chooses between two overloads of `replace`; both are right.
  SECRETS.reduce((rest, [pattern, by]) => rest.replace(pattern, by as string), text);
