import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDiskReserve, RESERVE_FILE } from '@algotheque/adapters-fs';
import type { DiskRoom, OnProblem, ServerState, StoreName } from '@algotheque/domain';

/** The disks that stores write to, with one reserve on each: in the data folder, or in the store's own on another disk. */
export class DiskRooms {
  readonly #dataDir: string;
  readonly #onProblem: OnProblem;
  readonly #rooms = new Map<number, { readonly room: DiskRoom; readonly folder: string }>();

  constructor(dataDir: string, onProblem: OnProblem) {
    this.#dataDir = dataDir;
    this.#onProblem = onProblem;
  }

  /** The room on the disk of the folder, which may not exist yet. */
  at(folder: string): DiskRoom {
    const device = deviceOf(folder);
    const known = this.#rooms.get(device)?.room;
    if (known !== undefined) return known;
    const reserved = device === deviceOf(this.#dataDir) ? this.#dataDir : folder;
    const room = openDiskReserve(reserved, { onProblem: this.#onProblem });
    this.#rooms.set(device, { room, folder: reserved });
    return room;
  }

  /** The disks by now, each with the stores that have a folder on it. One that cannot be read is left out, and reported. */
  async disks(stores: readonly (readonly [StoreName, string | null])[]): Promise<ServerState['disks']> {
    const found = [...this.#rooms].map(async ([device, { folder }]) => {
      const { bavail, bsize } = await statfs(folder);
      const holds = stores.filter(([, of]) => of !== null && deviceOf(of) === device).map(([name]) => name);
      const reserveBytes = statSync(join(folder, RESERVE_FILE), { throwIfNoEntry: false })?.size ?? 0;
      return { holds, freeBytes: bavail * bsize, reserveBytes };
    });
    const disks = await Promise.allSettled(found);
    return disks.flatMap((disk) => {
      if (disk.status === 'fulfilled') return disk.value;
      this.#onProblem(disk.reason, 'health: disks');
      return [];
    });
  }
}

function deviceOf(folder: string): number {
  return existsSync(folder) ? statSync(folder).dev : deviceOf(dirname(folder));
}
