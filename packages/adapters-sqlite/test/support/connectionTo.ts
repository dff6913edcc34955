import { NO_DISK_ROOM } from '@algotheque/domain';
import { onTestFinished } from 'vitest';
import { Connection } from '../../src/connection/connection.ts';

interface Settings {
  readonly busyTimeoutMs?: number;
}

/** A connection that is closed at the end of the test. If the outcome of one of its commits is unknown, the test fails. */
export function connectionTo(path: string, { busyTimeoutMs = 0 }: Settings = {}): Connection {
  const onDoubt = (cause: unknown): never => {
    throw cause;
  };
  const connection = new Connection(path, { busyTimeoutMs, room: NO_DISK_ROOM, now: Date.now, onDoubt });
  onTestFinished(() => connection.close());
  return connection;
}
