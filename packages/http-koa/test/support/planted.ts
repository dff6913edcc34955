import { type Ports, UnavailableError } from '@algotheque/domain';

/** Texts that no answer or log may have: ordinary words that no pattern finds, and secrets in their usual forms. */
const WORD = 'planted-hunter2';
const TOKEN = 'q8Zr1xV0y7Wn3mT5kLpJ9hGfDsAaQwErTyUiOpZxCvB';
export const SECRETS = [WORD, TOKEN, 's3cr3t', 'victim@example.org', 'c2FsdHNhbHQ'];

const MESSAGE = `mongodb://root:s3cr3t@db.example/x ${TOKEN} <victim@example.org> $argon2id$v=19$m=1$c2FsdHNhbHQ$x`;

/** An error as drivers throw it: with secrets in properties, in the cause, and in the cause of the cause. */
const causeWithSecrets = (): Error =>
  Object.assign(new Error(`${WORD} ${MESSAGE}`, { cause: Object.assign(new Error(WORD), { body: WORD }) }), {
    code: 'ECONNREFUSED',
    body: { password: WORD },
    config: WORD,
  });

export const FAILURES = {
  unavailable: () =>
    new UnavailableError({ reason: `out of reach: ${MESSAGE}`, cause: causeWithSecrets(), retryAfterMs: 2_500 }),
  error: () => Object.assign(new Error(`It failed: ${MESSAGE}`, { cause: causeWithSecrets() }), { body: WORD }),
  type: () => new TypeError(`bad value ${TOKEN}`, { cause: causeWithSecrets() }),
  'no error': () => WORD,
} as const;

export type Failure = keyof typeof FAILURES;

/** The port that fails, and how; null while all ports work. */
export interface Fault {
  port: keyof Ports | null;
  how: Failure;
}

/** The ports. Each method of the failing port throws, or rejects if it is asynchronous. */
export function faulty(ports: Ports, fault: Fault): Ports {
  const wrapped = Object.entries(ports).map(([name, port]): [string, object] => [
    name,
    wrap(port, () => fault.port === name, fault),
  ]);
  return Object.fromEntries(wrapped) as unknown as Ports; // the entries are those of `ports`, each wrapped
}

function wrap(port: object, isBroken: () => boolean, fault: Fault): object {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...input: readonly unknown[]): unknown => {
        if (isBroken()) throw FAILURES[fault.how]();
        return Reflect.apply(member, target, input);
      };
    },
    apply(target, self, input) {
      if (isBroken()) throw FAILURES[fault.how]();
      return Reflect.apply(target as () => unknown, self, input); // only proxies of functions are called
    },
  });
}
