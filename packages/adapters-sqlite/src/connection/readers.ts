import { NO_DISK_ROOM } from '@algotheque/domain';
import { Connection } from './connection.ts';
import { refusalOfOpening } from './failures.ts';
import type { OpenDatabaseOptions } from './openDatabase.ts';

/** Connections to a store by which nothing is written, to be closed together. When `open` throws, nothing stays open. */
export function withReaders<Opened>(
  path: string,
  options: OpenDatabaseOptions,
  open: (connect: () => Connection, close: () => void) => Opened,
): Opened {
  const opened: Connection[] = [];
  const connect = (): Connection => {
    const connection = new Connection(path, { ...options, room: NO_DISK_ROOM, now: Date.now, onDoubt: () => {} });
    opened.push(connection);
    return connection;
  };
  const close = (): void => {
    for (const connection of opened.toReversed()) connection.close();
  };
  try {
    return open(connect, close);
  } catch (error) {
    close();
    throw refusalOfOpening(error, path);
  }
}
