import type { Ports } from '@algotheque/domain';
import type { FakeClock } from '@algotheque/domain/memory';
import type { Held } from '@algotheque/testing/worlds';

const RECORDS = [
  'users',
  'dueWork',
  'algos',
  'bin',
  'history',
  'folders',
  'sessionStore',
  'limiter',
  'deletions',
] as const;
type RecordPorts = Pick<Ports, (typeof RECORDS)[number]>;

/** The ports of a service that keep data. */
export type StorePorts = RecordPorts & Pick<Ports, 'contentStore'>;

/** Of all that a store has, the ports that keep records. */
export function storesOf(store: RecordPorts): RecordPorts {
  return Object.fromEntries(RECORDS.map((name) => [name, store[name]])) as unknown as RecordPorts; // it has every name
}

/** Adapters that together keep all data of a service, in one place at a time. */
export interface AdapterSet {
  /** Goes to a new place, with the data that `save` has kept. Without a `save` it is empty. */
  begin(): Promise<void>;
  /** Opens the stores of the place, as a process does at its start. */
  open(clock: FakeClock): Promise<StorePorts>;
  /** The process that opened last is killed. */
  kill(): Promise<void>;
  /** The process that opened last ends in order. Resolves to the data of the place then. */
  stop(): Promise<Held>;
  /** Keeps the data of the place. No process is open. */
  save(): Promise<void>;
  /** Ends all processes and removes all places. */
  remove(): Promise<void>;
}
