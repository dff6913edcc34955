import { DomainError, PENDING_AGE_MS, Responses } from '@algotheque/domain';
import { exported, imported, type Running, type UntypedService } from '@algotheque/testing/worlds';
import { algo, type People } from '../faultModel/people.ts';

interface Given extends Pick<Running, 'clock'> {
  readonly service: UntypedService;
  readonly people: People;
}

/** What is done to the users and the folders, and what is always done. */
const AROUND = {
  'delete its folder': ({ service, people: { ada } }: Given) =>
    service.deleteFolder({ id: 1, which: { recursive: true } }, ada),
  'delete Bob': ({ service, people: { bob } }: Given) => service.deleteUser({ id: 2 }, bob),
  'delete Ada': ({ service, people: { ada } }: Given) => service.deleteUser({ id: 1 }, ada),
  async resume({ service, clock }: Given) {
    clock.advance(PENDING_AGE_MS / 2); // the longest that a request lasts
    await service.resumeWork();
  },
};

/**
 * Everything that changes the algorithm 3, which Bob owns and Ada may change and keeps in a folder, or makes one of Bob. The source code of
 * each algorithm repeats its name.
 */
const PRESENT = {
  'create by Bob': ({ service, people: { bob } }: Given) => service.createAlgo({ ...algo('new'), ownerId: 2 }, bob),
  'update by Bob': ({ service, people: { bob } }: Given) => service.updateAlgo({ id: 3, changes: algo('one') }, bob),
  'update by Ada': ({ service, people: { ada } }: Given) => service.updateAlgo({ id: 3, changes: algo('two') }, ada),
  /** More than a bound of two can hold. Which one is the last does not show, nor how many find the algorithm. */
  async 'three updates at once'({ service, people: { bob } }: Given) {
    const update = () => service.updateAlgo({ id: 3, changes: algo('many') }, bob);
    for (const result of await Promise.allSettled([update(), update(), update()])) {
      if (result.status === 'rejected') requireGone(result.reason);
    }
  },
  patch: ({ service, people: { bob } }: Given) => service.patchAlgo({ id: 3, changes: algo('patched') }, bob),
  'share by a change': ({ service, people: { bob } }: Given) =>
    service.patchAlgo({ id: 3, changes: { permsAlgorithme: [{ idUtilisateur: 1, droits: 'Read' }] } }, bob),
  share: ({ service, people: { bob } }: Given) =>
    service.shareAlgo({ id: 3, share: { idUtilisateur: 1, droits: 'Read' } }, bob),
  'end the share': ({ service, people: { bob } }: Given) => service.endShare({ id: 3, idUtilisateur: 1 }, bob),
  'copy by Ada': ({ service, people: { ada } }: Given) => service.copyAlgo({ id: 3 }, ada),
  /** What `update by Bob` makes of the algorithm. */
  'import by Bob': ({ service, people: { bob } }: Given) => imported({ service }, bob, { 'one.json': '{"nom":"one"}' }),
  /** An export is no picture of one moment, but each algorithm in it is one that there was. */
  async 'export by Bob'({ service, people: { bob } }: Given) {
    const files = await exported({ service }, bob);
    const index = JSON.parse(files.get('index.json') ?? '') as {
      readonly algos: readonly { path: string; nom: string }[];
    };
    for (const { path, nom } of index.algos) {
      if (files.get(path) !== JSON.stringify({ nom })) throw new Error(`${nom} was exported as ${files.get(path)}`);
    }
  },
  leave: ({ service, people: { ada } }: Given) => service.leaveAlgo({ id: 3 }, ada),
  'leave Bob': ({ service, people: { ada } }: Given) => service.leaveOwner({ id: 2, which: { refuse: false } }, ada),
  /** Into a folder that is in the one that it is in. */
  'move by Ada': ({ service, people: { ada } }: Given) => service.placeAlgo({ id: 3, place: { dossierId: 2 } }, ada),
  delete: ({ service, people: { bob } }: Given) => service.deleteAlgo({ id: 3 }, bob),
  ...AROUND,
} satisfies Record<string, (given: Given) => Promise<unknown>>;

/** Everything that changes the algorithm 4, which Ada has in her bin and had shared with Bob. */
const BINNED = {
  restore: ({ service, people: { ada } }: Given) => service.restoreAlgo({ id: 4 }, ada),
  'remove for good': ({ service, people: { ada } }: Given) => service.purgeAlgo({ id: 4 }, ada),
  'update what came back': ({ service, people: { ada } }: Given) =>
    service.updateAlgo({ id: 4, changes: algo('back') }, ada),
  'delete what came back': ({ service, people: { ada } }: Given) => service.deleteAlgo({ id: 4 }, ada),
  'share what came back': ({ service, people: { ada } }: Given) =>
    service.shareAlgo({ id: 4, share: { idUtilisateur: 2, droits: 'ReadWrite' } }, ada),
  ...AROUND,
} satisfies Record<string, (given: Given) => Promise<unknown>>;

export const OPERATIONS = { ...PRESENT, ...BINNED };

function requireGone(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== Responses.Algo.Not_found) throw error;
}

export type OperationName = keyof typeof OPERATIONS;

const namesOf = (operations: Partial<typeof OPERATIONS>) => Object.keys(operations) as readonly OperationName[]; // its own keys

/** The operations that are run within each other, by what they are about. */
export const GROUPS: Readonly<Record<string, readonly OperationName[]>> = {
  'an algorithm': namesOf(PRESENT),
  'an algorithm in the bin': namesOf(BINNED),
};
