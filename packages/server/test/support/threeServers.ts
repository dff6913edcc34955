import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { makeScratch } from '../../../../test/support/scratchFolder.ts';
import { type ServerProcess, startServer } from './serverProcess.ts';

type Env = Readonly<Record<string, string>>;

export interface ThreeServers {
  /** The address of a server; one after the other, from 0. */
  at(index: number): string;
  /** The addresses of all. */
  urls(): readonly string[];
  /** The data folder of `one`, `two`, `three`, or of a further server. */
  dataDirOf(name: string): string;
  /** The settings of a further server beside them. */
  envOf(name: string): Promise<Env>;
}

/** Three servers on one database, each with a data folder of its own. They run while the tests of the group run. */
export function threeServers(storeUrl: () => string, settings: Env = {}): ThreeServers {
  let scratch = '';
  let servers: readonly ServerProcess[] = [];
  const dataDirOf = (name: string): string => join(scratch, name);
  const envOf = async (name: string): Promise<Env> => {
    const dataDir = dataDirOf(name);
    await mkdir(dataDir);
    return {
      ALGOTHEQUE_DATA_DIR: dataDir,
      ALGOTHEQUE_STORE_URL: storeUrl(),
      ALGOTHEQUE_FILES_URL: 'mongodb:',
      ALGOTHEQUE_SECRET: 'the same secret on every server of it',
      ...settings,
    };
  };

  beforeAll(async () => {
    scratch = makeScratch();
    servers = await Promise.all(['one', 'two', 'three'].map(async (name) => startServer(await envOf(name))));
  });
  afterAll(async () => {
    await Promise.all(servers.map((one) => one.stop()));
    await rm(scratch, { recursive: true, force: true });
  });
  return {
    at: (index) => servers[index % servers.length]?.url ?? '',
    urls: () => servers.map(({ url }) => url),
    dataDirOf,
    envOf,
  };
}
