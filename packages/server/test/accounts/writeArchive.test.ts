import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExportEntries } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { STANDARD_OUTPUT, writeArchive } from '../../src/accounts/writeArchive.ts';

async function* files(): AsyncGenerator<Awaited<ReturnType<ExportEntries['next']>>['value'] & object, undefined> {
  async function* chunks() {
    yield new TextEncoder().encode('[1]');
  }
  yield { path: 'a.json', date: 0, chunks: chunks() };
  return undefined;
}

/** Standard output whose reader takes nothing more once it has taken `parts`; `fail` ends it with an error. */
async function stuckOutput(parts: number) {
  const waiting: ((error?: Error) => void)[] = [];
  const { promise: isStuck, resolve: stick } = Promise.withResolvers<void>();
  let taken = 0;
  const stdout = new Writable({
    highWaterMark: 1_048_576, // more than the archive: as what the process holds for a slow pipe
    write(_chunk, _encoding, done) {
      taken += 1;
      if (taken <= parts) return done();
      waiting.push(done);
      stick();
    },
  });
  stdout.on('error', () => {}); // as of the process
  let isOver = false;
  const over = writeArchive(async () => ({ entries: files() }), STANDARD_OUTPUT, stdout).finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  await isStuck;
  for (let turns = 0; turns < 1_000; turns += 1) await turn(); // what does not wait for the reader is over by now
  const end = (error?: Error): void => {
    taken = Number.NEGATIVE_INFINITY; // from now on all is taken
    for (const done of waiting.splice(0)) done(error);
  };
  return { over, isOver: () => isOver, end };
}

describe('an archive on standard output', () => {
  it.each([0, 1, 2])('is written when its reader has all of it, and not when it has %i parts', async (parts) => {
    const { over, isOver, end } = await stuckOutput(parts);
    expect(isOver()).toBe(false);
    end();
    await over;
  });

  it.each([0, 1, 2])('fails when the output fails after %i parts', async (parts) => {
    const { over, end } = await stuckOutput(parts);
    end(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    await expect(over).rejects.toThrow('The export ended too early (ENOSPC)');
  });
});
