import {
  type Clock,
  type ContentFiles,
  type DiskRoom,
  NO_DISK_ROOM,
  type OnProblem,
  systemClock,
} from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';
import { Backlog } from './backlog.ts';
import { sqliteContentStore } from './contentStore.ts';
import type { UnwrittenRows } from './unwrittenRows.ts';

export interface ContentOptions {
  /** Watches over the space of the disk of the files. Default: every write is tried. */
  readonly room?: DiskRoom;
  /** The clock for the pauses of the writer and the age of unfinished work. Default: the machine's. */
  readonly clock?: Clock;
}

interface Opening {
  readonly rows: UnwrittenRows;
  readonly files: ContentFiles;
  /** Watches over the disk of the database. */
  readonly room: DiskRoom;
  readonly onProblem: OnProblem;
  readonly bounds: SqliteBounds;
}

/** Opens the content of the records; its writer begins with what an earlier process has left. @throws UnavailableError */
export function openContent(
  { rows, room, ...parts }: Opening,
  options: ContentOptions,
): ReturnType<typeof sqliteContentStore> {
  const { room: filesRoom = NO_DISK_ROOM, clock = systemClock } = options;
  const backlog = new Backlog({ bounds: parts.bounds, room, filesRoom });
  const content = sqliteContentStore({ ...parts, rows, clock, backlog });
  rows.attach(content);
  return content;
}
