import { NO_DISK_ROOM } from '@algotheque/domain';
import { onTestFinished } from 'vitest';
import { Connection } from '../../src/connection/connection.ts';
import type { Durability } from '../../src/connection/openDatabase.ts';

interface Settings {
  readonly durability?: Durability;
  readonly busyTimeoutMs?: number;
}

/** A connection by itself, which closes with the test; a commit of it that is left in doubt is a failure of the test. */
export function connectionTo(path: string, { durability = 'FULL', busyTimeoutMs = 0 }: Settings = {}): Connection {
  const onDoubt = (cause: unknown): never => {
    throw cause;
  };
  const connection = new Connection(path, { durability, busyTimeoutMs, room: NO_DISK_ROOM, now: Date.now, onDoubt });
  onTestFinished(() => connection.close());
  return connection;
}
