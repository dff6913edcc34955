import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../src/index.ts';
import { LineOutput } from '../src/logs/lineOutput.ts';

type Taken = number | 'EAGAIN' | 'ENOSPC';
type Done = (error: NodeJS.ErrnoException | null, written?: number) => void;

const ALL = 1_000_000;
const FD = 1_000_000;

/** An output on a descriptor that accepts bytes when the test says so, and as many as the test says. */
function planned({ maxBytes = 100, holdMs = 0 } = {}) {
  const calls: ((taken: Taken) => void)[] = [];
  let written = '';
  const write = (_fd: number, data: string | Buffer, ...rest: readonly unknown[]) => {
    const bytes = Buffer.from(data);
    const done = rest.at(-1) as Done; // the last argument of `fs.write`
    calls.push((taken) => {
      if (typeof taken === 'string') return done(Object.assign(new Error(taken), { code: taken }));
      written += bytes.subarray(0, taken).toString();
      return done(null, Math.min(taken, bytes.length));
    });
  };
  const writeSync = (_fd: number, data: string | Buffer): number => {
    written += String(data);
    return Buffer.byteLength(data);
  };
  vi.spyOn(fs, 'write').mockImplementation(write);
  vi.spyOn(fs, 'writeSync').mockImplementation(writeSync);
  const output = new LineOutput({ fd: FD, maxBytes, holdMs, droppedLine: (lines) => `[${lines} dropped]` });
  /** Ends the write that is under way; there is at most one. */
  const answer = (taken: Taken) => {
    expect(calls).toHaveLength(1);
    calls.shift()?.(taken);
  };
  return { output, calls, answer, written: () => written };
}

describe('the output of lines', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('writes one batch at a time, with all lines that arrived meanwhile', () => {
    const { output, calls, answer, written } = planned();
    for (const line of ['a\n', 'b\n', 'c\n']) output.write(line);
    answer(ALL);
    expect(written()).toBe('a\n');
    answer(ALL);
    expect([written(), calls.length]).toEqual(['a\nb\nc\n', 0]);
  });

  it('delays lines to write them in one block, for the given time', () => {
    const { output, calls, answer, written } = planned({ holdMs: 50 });
    for (const line of ['a\n', 'b\n']) output.write(line);
    vi.advanceTimersByTime(49);
    expect(calls).toHaveLength(0);
    vi.advanceTimersByTime(1);
    answer(ALL);
    expect(written()).toBe('a\nb\n');
    output.write('c\n');
    expect(calls).toHaveLength(0);
    vi.advanceTimersByTime(50);
    answer(ALL);
    expect(written()).toBe('a\nb\nc\n');
  });

  it('delays no more than a block, and nothing when it is flushed', () => {
    const { output, answer, written } = planned({ maxBytes: 100_000, holdMs: 50 });
    output.write('a\n');
    output.flush();
    answer(ALL);
    expect(written()).toBe('a\n');
    for (let lines = 8; lines > 0; lines -= 1) output.write(`${'x'.repeat(1_023)}\n`);
    answer(ALL);
    expect(written()).toHaveLength(8_194);
  });

  it('writes delayed lines when the process ends', () => {
    const { output, written } = planned({ holdMs: 50 });
    output.write('a\n');
    output.flushSync();
    expect(written()).toBe('a\n');
  });

  it('ends with the process, also where the destination refuses lines', () => {
    const { output, answer, written } = planned({ holdMs: 50 });
    output.write('a\n');
    output.flush();
    answer('ENOSPC');
    output.flushSync();
    expect(written()).toBe('');
  });

  it('ends with the process, also where the destination is full', () => {
    const { output, calls } = planned({ holdMs: 50 });
    vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' });
    });
    output.write('a\n');
    output.flushSync();
    expect(calls).toHaveLength(0);
  });

  it('continues after a partial write', () => {
    const { output, answer, written } = planned();
    output.write('0123456789\n');
    for (const taken of [3, 4, ALL]) answer(taken);
    expect(written()).toBe('0123456789\n');
  });

  it('keeps a bounded number of bytes for a reader that does not read, and reports what it dropped', () => {
    const { output, calls, answer, written } = planned({ maxBytes: 30 });
    for (let count = 0; count < 1_000; count += 1) output.write('123456789\n');
    for (let count = 0; count < 10; count += 1) {
      answer('EAGAIN');
      expect(calls).toHaveLength(0);
      vi.advanceTimersByTime(100);
      output.write('123456789\n');
    }
    answer(ALL);
    answer(ALL);
    answer(ALL);
    expect(written()).toBe('123456789\n123456789\n123456789\n[1007 dropped]\n');
    expect(calls).toHaveLength(0);
  });

  it('keeps 1 MiB unless told', () => {
    const { calls } = planned();
    let dropped = 0;
    const droppedLine = (lines: number): string => {
      dropped += lines;
      return '';
    };
    const output = new LineOutput({ fd: FD, droppedLine });
    const line = `${'x'.repeat(65_535)}\n`;
    for (let count = 0; count < 40; count += 1) output.write(line);
    while (calls.length > 0) calls.shift()?.(ALL);
    expect(dropped).toBe(40 - 16);
  });

  it('writes what a full disk has refused with the first line that can be written again, without a gap', () => {
    const { output, calls, answer, written } = planned();
    output.write('abc\n');
    answer(2);
    answer('ENOSPC');
    expect(calls).toHaveLength(0);
    output.write('d\n');
    answer('ENOSPC');
    output.write('e\n');
    answer(ALL);
    answer(ALL);
    expect([written(), calls.length]).toEqual(['abc\nd\ne\n', 0]);
  });

  it('is a destination of a logger, and drops a line that is longer than its buffer', () => {
    const { output, answer, written } = planned();
    const logger = createLogger({ destination: output });
    logger.info('x'.repeat(200));
    logger.info('said');
    answer(ALL);
    answer(ALL);
    expect(written()).toMatch(/^\{.*"said"\}\n\[1 dropped\]\n$/);
  });
});
