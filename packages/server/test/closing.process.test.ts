import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { Closing, ClosingError } from '../src/closing.ts';
import { startServer } from './support/serverProcess.ts';

describe('closing', () => {
  it('tries every step, the last one opened first, and names in one line what failed', async () => {
    const [closing, done]: [Closing, string[]] = [new Closing(), []];
    const fail = (message: string) => (what: string) => {
      done.push(what);
      throw new Error(message);
    };
    closing.add('lock', fail('EROFS: read-only file system'), 'the lock of /data');
    closing.add('mail', (what) => done.push(what));
    closing.add('database', fail('disk I/O error\n  at offset 0'), '/data/algotheque.db');
    const error = await closing.close().catch((problem: unknown) => problem);
    expect(done).toEqual(['database', 'mail', 'lock']);
    expect(error).toBeInstanceOf(ClosingError);
    expect(error).toMatchObject({
      message:
        'Not everything could be closed: /data/algotheque.db (disk I/O error at offset 0); the lock of /data (EROFS: read-only file system)',
    });
    await closing.close(); // nothing is left to close
  });

  it('stops waiting for a step at the given moment, and starts the others', async () => {
    const [closing, begun, over] = [new Closing(), [] as string[], Promise.withResolvers<void>()];
    const begin = (ends: boolean) => (what: string) => {
      begun.push(what);
      return ends ? Promise.resolve() : new Promise(() => {});
    };
    closing.add('lock', begin(true), 'the lock');
    closing.add('database', begin(false), 'the database');
    closing.add('mail', begin(true), 'the mails');
    const closed = closing.close(over.promise);
    await new Promise(setImmediate);
    expect(begun).toEqual(['mail', 'database']);
    over.resolve();
    await expect(closed).rejects.toThrow(/^Not everything could be closed: the database \(it has not ended in time\)$/);
    expect(begun).toEqual(['mail', 'database', 'lock']);
  });

  it('that fails is one line in the log of a server that stops, and the exit code is 0', async () => {
    const dir = scratchFolder();
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
    await rm(join(dir, 'lock.pid'));
    await mkdir(join(dir, 'lock.pid', 'in the way'), { recursive: true });
    expect(await server.stop()).toBe(0);
    const { stderr } = server.output();
    expect(stderr).toMatch(
      /\nNot everything could be closed: the lock of .+\. Nothing that was acknowledged is lost.*\n/,
    );
    expect(stderr).not.toMatch(/\n\s+at /); // no stack
    await rm(join(dir, 'lock.pid'), { recursive: true });
    expect(await (await startServer({ ALGOTHEQUE_DATA_DIR: dir })).stop()).toBe(0);
  });
});
