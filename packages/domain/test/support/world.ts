import type { Bounds } from '../../src/bounds.ts';
import type { AuthenticatedCaller, Caller } from '../../src/caller.ts';
import { serviceContext } from '../../src/context.ts';
import { type Service, serviceOf } from '../../src/createService.ts';
import type { Mail } from '../../src/emails/mailer.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/policy.ts';
import type { Ports } from '../../src/ports.ts';
import { DomainError } from '../../src/responses.ts';
import type { OwnUser } from '../../src/user.ts';
import {
  FakeClock,
  MemoryContents,
  MemoryCounts,
  MemoryData,
  type MemoryMailer,
  type MemoryPorts,
  memoryPorts,
} from '../../testkit/memory/index.ts';
import { declaredOnly } from './declaredOnly.ts';
import { intercept, type Step } from './intercept.ts';

export const PASSWORD = 'correct horse';

/** Each save is a version of its own: most tests save at one moment of their clock. */
export const EACH_SAVE: Policy['history'] = { ...DEFAULT_POLICY.history, savesMs: 0 };

type Untyped<Given extends readonly unknown[]> = {
  [Index in keyof Given]: Given[Index] extends Caller | undefined ? Given[Index] : unknown;
};

/** The service as an embedder without a compiler has it: an input may be anything. Its types have a test of their own. */
export type UntypedService = {
  readonly [Name in keyof Service]: (...given: Untyped<Parameters<Service[Name]>>) => ReturnType<Service[Name]>;
};

/** Many tests pass inputs that the compiler would refuse. */
export const untyped = (service: Service): UntypedService => service as UntypedService;

/** A service of which a test may set every bound. */
export const serviceWith = (ports: Ports, options: Parameters<typeof serviceContext>[1]): Service =>
  serviceOf(serviceContext(ports, options));

export { ALL_BOUNDS, type Bounds, completeBounds } from '../../src/bounds.ts';

/** A service on stores in memory, with the parts that a test examines. */
export interface World {
  readonly service: UntypedService;
  readonly ports: MemoryPorts;
  readonly clock: FakeClock;
  /** The steps that were reported to `onProblem`, in order. */
  readonly problems: string[];
  readonly data: MemoryData;
  readonly contents: MemoryContents;
}

export interface WorldOptions {
  readonly policy?: Partial<Policy>;
  readonly bounds?: Partial<Bounds>;
  /** Runs around every call from the service to a port. The ports of the world itself stay unchanged. */
  readonly step?: Step;
  /** Replaces some of the service's ports. */
  readonly replace?: Partial<Ports> | undefined;
  /** Whether a call resolves with its answer. Default: it resolves when its work in the background has ended, too. */
  readonly endsWithAnswer?: boolean;
}

export function openWorld({ policy, bounds, step, replace, endsWithAnswer = false }: WorldOptions = {}): World {
  const [data, contents, problems] = [new MemoryData(), new MemoryContents(), [] as string[]];
  const ports = memoryPorts({
    clock: new FakeClock(),
    data,
    contents,
    counts: new MemoryCounts(),
    mailKey: 'key',
    ...(policy?.emailCase && { emailCase: policy.emailCase }),
  });
  const service = serviceWith(
    step === undefined ? { ...ports, ...replace } : intercept({ ...ports, ...replace }, step),
    {
      policy: { history: EACH_SAVE, ...policy },
      ...(bounds && { bounds }),
      onProblem: (_problem, where) => problems.push(where),
    },
  );
  const checked = declaredOnly(service);
  return {
    service: untyped(endsWithAnswer ? checked : settling(checked)),
    ports,
    clock: ports.clock,
    problems,
    data,
    contents,
  };
}

/** The service, whose calls resolve when their work in the background has ended. */
function settling(service: Service): Service {
  return new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || name === 'settled') return member;
      return async (...input: readonly unknown[]) => {
        try {
          return await Reflect.apply(member, target, input);
        } finally {
          await service.settled();
        }
      };
    },
  });
}

/** An object with a service of either type. */
export interface Serving {
  readonly service: Service;
}

/** Registers a user with the e-mail of `name`. */
export function register({ service }: Serving, name: string, caller?: Caller): Promise<OwnUser> {
  return service.registerUser({ email: emailOf(name), password: PASSWORD, pseudo: name }, caller);
}

export const emailOf = (name: string): string => `${name}@example.org`;

/** Logs in and authenticates, as a server does for a request. */
export async function logIn({ service }: Serving, name: string, password = PASSWORD): Promise<Session> {
  const { token } = await service.login({ email: emailOf(name), password }, { address: '192.0.2.7' });
  return { token, caller: { ...(await service.authenticate(token)), address: '192.0.2.7' } };
}

export interface Session {
  readonly token: string;
  readonly caller: AuthenticatedCaller;
}

/** A registered user, logged in. */
export async function member(world: Serving, name: string): Promise<AuthenticatedCaller> {
  await register(world, name);
  return (await logIn(world, name)).caller;
}

/** A world with Ada, who is registered. */
export async function openRegistered(options?: WorldOptions): Promise<World> {
  const world = openWorld(options);
  await register(world, 'ada');
  return world;
}

/** A world with Ada, who is logged in. */
export async function openWithAda(
  options?: WorldOptions,
): Promise<{ readonly world: World; readonly ada: AuthenticatedCaller }> {
  const world = openWorld(options);
  return { world, ada: await member(world, 'ada') };
}

/** The code of the DomainError that a use case rejects with, or a text about its success. Other errors are thrown. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    return `resolved to ${JSON.stringify(await work)}`;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** How many of the promises resolved, and how many were rejected with each code. */
export async function tally(work: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const settled of await Promise.allSettled(work)) {
    if (settled.status === 'rejected' && !(settled.reason instanceof DomainError)) throw settled.reason;
    const key = settled.status === 'rejected' ? settled.reason.code : 'resolved';
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

interface Mailed {
  readonly ports: { readonly mailer: Pick<MemoryMailer, 'sent'> };
}

/** The token of the last mail of this kind. */
export function mailedToken({ ports }: Mailed, kind: Mail['kind']): string {
  const mail = ports.mailer.sent.map((sent) => sent.mail).findLast((sent) => sent.kind === kind);
  if (mail === undefined || !('token' in mail)) throw new Error(`no mail to ${kind} was sent`);
  return mail.token;
}
