import { afterAll, beforeAll, describe, it } from 'vitest';
import { openScratch, type Scratch } from './mongoFixture.ts';
import { findMongo, HOW_TO_GET_ONE, type Mode, type MongoProvider, type MongoServer } from './mongoServer.ts';

const provider = await findMongo();

export interface Given {
  readonly mode: Mode;
  /** The server of this group of tests; it exists while they run. */
  server(): MongoServer;
  /** Adds a test with a database of its own. */
  withScratch(name: string, body: (scratch: Scratch) => Promise<void>): void;
}

/**
 * A group of tests. It runs in every mode of its level for which there is a server; each mode has its own server.
 * @param only the one mode in which it runs, if there is a server for it. Default: all
 */
export function describeMongo(name: string, body: (given: Given) => void, only?: Mode): void {
  withProvider(name, (found) => {
    describe.each(modesOf(found, only))(`${name}, %s`, (mode) => {
      let server: MongoServer | null = null;
      beforeAll(async () => {
        server = await found.start({ mode });
      });
      afterAll(() => server?.stop());
      const started = () => server ?? unstarted();
      const withScratch: Given['withScratch'] = (title, test) => {
        it(title, async () => {
          const scratch = await openScratch(started());
          try {
            await test(scratch);
          } finally {
            await scratch.close();
          }
        });
      };
      body({ mode, server: started, withScratch });
    });
  });
}

/** A group of tests that start, stop and kill servers themselves. */
export function describeServers(name: string, body: (provider: MongoProvider, mode: Mode) => void): void {
  withProvider(name, (found) => {
    const modes = modesOf(found);
    if (modes.length === 0) return;
    if (!found.isControlled) describe.skip(`${name}: only with TEST_MONGODB_COMMAND`, () => it('', () => {}));
    else describe.each(modes)(`${name}, %s`, (mode) => body(found, mode));
  });
}

/** A server that has one mode only is tested in it, once. Otherwise the level of the tests has a mode, or all. */
function modesOf({ modes }: MongoProvider, only?: Mode): readonly Mode[] {
  const ofLevel = process.env['TEST_MONGODB_MODE'];
  if (modes.length === 1) return ofLevel === 'standalone' ? [] : modes;
  return modes.filter((mode) => mode === (only ?? mode) && mode === (ofLevel ?? mode));
}

/** Without a server the tests are skipped; if all tests must run, this fails. */
function withProvider(name: string, body: (provider: MongoProvider) => unknown): void {
  if (provider !== null) body(provider);
  else if (process.env['CI'] === undefined) describe.skip(name, () => it(HOW_TO_GET_ONE, () => {}));
  else describe(name, () => it(HOW_TO_GET_ONE, unstarted));
}

function unstarted(): never {
  throw new Error(HOW_TO_GET_ONE);
}
