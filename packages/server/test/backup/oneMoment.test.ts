import type { HeldView } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { LeftOut } from '../../src/backup/leftOut.ts';
import { type MomentOptions, viewWithContents } from '../../src/backup/oneMoment.ts';
import type { Source } from '../../src/backup/source.ts';
import { BackupWriter } from '../../src/backup/writer.ts';
import { NO_PROGRESS } from '../../src/terminal/progress.ts';
import { algo, keptOutput, textOf, viewOf } from './support/listed.ts';

/** A store with one algorithm, whose content is replaced before each of the first reads, except while changes are held back. */
function busy(changes: number): { readonly source: Source; readonly log: readonly string[] } {
  const log: string[] = [];
  let version = 1;
  let left = changes;
  let isHeld = false;
  const viewAt = (versionOf: () => number): HeldView => {
    const find = async () => algo(1, versionOf());
    return {
      ...viewOf([], find),
      async *contents() {
        yield [await find()];
      },
    };
  };
  const present = viewAt(() => version);
  const take = async (): Promise<HeldView> => {
    const then = version;
    log.push('take');
    return { ...viewAt(() => then), end: async () => void log.push('end') };
  };
  const source: Source = {
    views: {
      location: 'sqlite:busy',
      present,
      isOneMoment: true,
      take,
      async takeHeld() {
        log.push('hold');
        isHeld = true;
        const letGo = (): void => {
          isHeld = false;
          log.push('let go');
        };
        return { ...(await take()), letGo };
      },
    },
    async read(view) {
      if (left > 0 && !isHeld) {
        left -= 1;
        version += 1;
        return { problem: 'it was replaced' };
      }
      return { bytes: textOf(1, (await view.find(1))?.version) };
    },
    async check() {},
  };
  return { source, log };
}

async function run(changes: number, options: MomentOptions = {}) {
  const { source, log } = busy(changes);
  const writer = new BackupWriter(keptOutput().output);
  const leftOut = new LeftOut();
  const signal = new AbortController().signal;
  try {
    const { view } = await viewWithContents({ source, writer, leftOut, signal, progress: NO_PROGRESS }, options);
    const { ref = '' } = (await view.find(1)) ?? {};
    return { log, isWhole: writer.size(ref) !== null && leftOut.facts.count === 0 };
  } catch (error) {
    return { log, error: String(error) };
  }
}

describe('the moment of a backup', () => {
  it('is that of the first view whose contents are all found', async () => {
    for (const changes of [0, 1]) expect(await run(changes)).toEqual({ log: ['take'], isWhole: true });
    expect(await run(2)).toEqual({ log: ['take', 'end', 'take'], isWhole: true });
    const four = ['take', 'end', 'take', 'end', 'take', 'end', 'take'];
    expect(await run(4)).toEqual({ log: four, isWhole: true });
  });

  it('is taken while changes wait, if they do not end, and they wait no longer than for the contents', async () => {
    const four = ['take', 'end', 'take', 'end', 'take', 'end', 'take', 'end'];
    expect(await run(1_000)).toEqual({ log: [...four, 'hold', 'take', 'let go'], isWhole: true });
  });

  it('is not found if changes would have to wait too long', async () => {
    const { log, error } = await run(1_000, { holdLimit: () => AbortSignal.abort() });
    expect(log.slice(8)).toEqual(['hold', 'take', 'end', 'let go', 'hold', 'take', 'end', 'let go']);
    expect(error).toContain('The contents change faster than they can be copied');
  });
});
