import { join } from 'node:path';
import { sidePlace } from '../../../src/migrate/sidePlace.ts';
import type { SidePlace } from '../../../src/places.ts';

/** The store of a data folder. */
export const sqliteIn = (dataDir: string, files?: string): SidePlace =>
  sidePlace('--from', { url: `sqlite:${join(dataDir, 'algotheque.db')}`, files });

/** A MongoDB, with content in it or in a folder. */
export const mongoAt = (url: string, files?: string): SidePlace => sidePlace('--from', { url, files });
