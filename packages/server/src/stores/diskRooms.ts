import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDiskReserve } from '@algotheque/adapters-fs';
import type { DiskRoom, OnProblem } from '@algotheque/domain';

/** The disks that stores write to, with one reserve on each: in the data folder, or in the store's own on another disk. */
export class DiskRooms {
  readonly #dataDir: string;
  readonly #onProblem: OnProblem;
  readonly #byDevice = new Map<number, DiskRoom>();

  constructor(dataDir: string, onProblem: OnProblem) {
    this.#dataDir = dataDir;
    this.#onProblem = onProblem;
  }

  /** The room on the disk of the folder, which may not exist yet. */
  at(folder: string): DiskRoom {
    const device = deviceOf(folder);
    const room = this.#byDevice.get(device) ?? this.#open(device === deviceOf(this.#dataDir) ? this.#dataDir : folder);
    this.#byDevice.set(device, room);
    return room;
  }

  #open(folder: string): DiskRoom {
    return openDiskReserve(folder, { onProblem: this.#onProblem });
  }
}

function deviceOf(folder: string): number {
  return existsSync(folder) ? statSync(folder).dev : deviceOf(dirname(folder));
}
