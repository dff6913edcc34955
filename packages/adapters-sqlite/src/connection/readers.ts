import { NO_DISK_ROOM } from '@algotheque/domain';
import { Connection } from './connection.ts';
import type { OpenDatabaseOptions } from './openDatabase.ts';

/** Connections to a store by which nothing is written, to be closed together. */
export function readersOf(path: string, options: OpenDatabaseOptions) {
  const opened: Connection[] = [];
  return {
    connect(): Connection {
      const connection = new Connection(path, {
        ...options,
        room: NO_DISK_ROOM,
        now: Date.now,
        onDoubt: () => {}, // nothing is committed
      });
      opened.push(connection);
      return connection;
    },
    close(): void {
      for (const connection of opened.toReversed()) connection.close();
    },
  };
}
