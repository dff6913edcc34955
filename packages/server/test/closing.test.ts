import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Closing, ClosingError } from '../src/closing.ts';
import { scratchFolder } from './support/scratch.ts';
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
    await closing.close(); // nothing is left
  });

  it('that fails is one line of a server that stops, and no failure of it', async () => {
    const dir = await scratchFolder();
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
    await rm(join(dir, 'lock.pid'));
    await mkdir(join(dir, 'lock.pid', 'in the way'), { recursive: true });
    expect(await server.stop()).toBe(0);
    const { stderr } = server.said();
    expect(stderr).toMatch(
      /\nNot everything could be closed: the lock of .+\. Nothing that was acknowledged is lost.*\n/,
    );
    expect(stderr).not.toMatch(/\n\s+at /); // no stack
    await rm(join(dir, 'lock.pid'), { recursive: true });
    expect(await (await startServer({ ALGOTHEQUE_DATA_DIR: dir })).stop()).toBe(0);
  });
});
