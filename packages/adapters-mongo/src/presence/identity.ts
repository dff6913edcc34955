import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** A user of the database: `id` is new at each opening; the rest is for messages. */
export interface Identity {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
}

export function newIdentity(): Identity {
  return { id: randomUUID(), host: hostname(), pid: process.pid };
}
