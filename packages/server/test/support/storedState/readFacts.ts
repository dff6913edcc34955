import type { Service } from '@algotheque/domain';
import { type Backend, openBackend } from '../../../src/backend.ts';
import { prepare } from '../../../src/prepare.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { outboxReader } from '../outbox.ts';
import { ABSENT, algoFact, type Facts, sourceOf } from './facts.ts';
import { openedService } from './openedService.ts';
import { expectNothingLeft } from './wholeFolder.ts';

/** What to ask a data folder for. */
export interface Asked {
  /** The facts that are read. */
  readonly facts: Iterable<string>;
  /** The passwords that an account may have. */
  readonly passwords: readonly string[];
}

/** Verified hashes; the same hash is in many states. */
const verified = new Map<string, string>();

/**
 * Starts a service on a data folder as the server does, finishes the earlier work, and reads. Throws when the start is refused,
 * when a problem is reported, and when something is left over that nobody would remove.
 */
export async function readFacts(dir: string, asked: Asked): Promise<Facts> {
  const problems: unknown[] = [];
  const onProblem = (problem: unknown): void => void problems.push(problem);
  const settings = loadSettings({ ALGOTHEQUE_DATA_DIR: dir });
  const backend = await openBackend(await prepare(settings), { onProblem, onNotice: () => {} });
  let facts: Facts;
  try {
    const service = openedService(backend, onProblem);
    await service.resumeWork();
    facts = await read({ backend, service }, asked);
    await service.close();
  } finally {
    await backend.close();
  }
  if (problems.length > 0)
    throw new AggregateError(problems, `The start has reported problems: ${problems.join('; ')}`);
  await expectNothingLeft(dir);
  return facts;
}

interface Opened {
  readonly backend: Backend;
  readonly service: Service;
}

/** How each kind of fact is read. */
const READERS: Readonly<
  Record<string, (opened: Opened, subject: string, passwords: readonly string[]) => Promise<string>>
> = {
  user: async (opened, email) => ((await userOf(opened, email)) === null ? ABSENT : 'present'),
  session: sessionFact,
  password: passwordFact,
  mail: mailFact,
  algo: (opened, id) => storedAlgo(opened, Number(id)),
};

async function read(opened: Opened, { facts, passwords }: Asked): Promise<Facts> {
  const found = new Map<string, string>();
  for (const fact of facts) {
    const [kind = '', subject = ''] = fact.split(' ');
    const reader = READERS[kind];
    if (reader === undefined) throw new Error(`No known fact: ${fact}`);
    found.set(fact, await reader(opened, subject, passwords));
  }
  return found;
}

const userOf = ({ backend }: Opened, email: string) => backend.ports.users.findByEmail(email);

async function sessionFact({ service }: Opened, token: string): Promise<string> {
  return service.authenticate(token).then(
    () => 'valid',
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'Responses.General.Unauthorized') return 'ended';
      throw error;
    },
  );
}

async function mailFact({ backend }: Opened, email: string): Promise<string> {
  const mails = await outboxReader(backend.places.mail.dir)();
  return mails.some(({ to, kind }) => to === email && kind === 'recover') ? 'recover' : ABSENT;
}

async function passwordFact(opened: Opened, email: string, known: readonly string[]): Promise<string> {
  const user = await userOf(opened, email);
  if (user === null) return 'none';
  const before = verified.get(user.mdpHash);
  if (before !== undefined) return before;
  for (const password of known) {
    if (!(await opened.backend.ports.hasher.verify(password, user.mdpHash))) continue;
    verified.set(user.mdpHash, password);
    return password;
  }
  return 'none';
}

async function storedAlgo({ backend }: Opened, id: number): Promise<string> {
  const { algos, contentStore } = backend.ports;
  const algo = await algos.findById(id);
  if (algo === null) return ABSENT;
  const ref = await algos.refOf(id);
  const bytes = ref === null ? null : await contentStore.read(id, ref);
  if (bytes === null) throw new Error(`Algorithm ${id} has no content`);
  const source = JSON.parse(new TextDecoder().decode(bytes)) as ReturnType<typeof sourceOf>; // what tests have sent
  if (source.nom !== algo.nom || source.padding !== sourceOf(algo.nom, source.padding.length).padding) {
    throw new Error(`Algorithm ${id} is called ${algo.nom}, and its content ${source.nom}`);
  }
  return algoFact(algo.nom, algo.permsAlgorithme);
}
