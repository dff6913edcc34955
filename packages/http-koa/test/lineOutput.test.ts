import { describe, expect, it } from 'vitest';
import { createLogger } from '../src/index.ts';
import type { Destination } from '../src/logs/descriptor.ts';
import { LineOutput } from '../src/logs/lineOutput.ts';

type Taken = number | 'EAGAIN' | 'ENOSPC';

/** An output on a destination that accepts bytes when the test says so, and as many as the test says. */
function planned({ maxBytes = 100, holdMs = 0 } = {}) {
  const calls: ((taken: Taken) => void)[] = [];
  const later: (() => void)[] = [];
  const waits: number[] = [];
  let written = '';
  const destination: Destination = {
    write(bytes, done) {
      calls.push((taken) => {
        if (typeof taken === 'string') return done(Object.assign(new Error(taken), { code: taken }), 0);
        const part = bytes.subarray(0, taken);
        written += part.toString();
        return done(null, part.length);
      });
    },
    writeSync(bytes) {
      written += bytes.toString();
      return bytes.length;
    },
  };
  const output = new LineOutput({
    destination,
    maxBytes,
    holdMs,
    droppedLine: (lines) => `[${lines} dropped]`,
    later(act, ms) {
      later.push(act);
      waits.push(ms);
    },
  });
  /** Ends the write that is under way; there is at most one. */
  const answer = (taken: Taken) => {
    expect(calls).toHaveLength(1);
    calls.shift()?.(taken);
  };
  const retry = () => {
    expect(later).toHaveLength(1);
    later.shift()?.();
  };
  return { output, calls, waits, answer, retry, written: () => written };
}

const ALL = 1_000;

describe('the output of lines', () => {
  it('writes one batch at a time, with all lines that arrived meanwhile', () => {
    const { output, calls, answer, written } = planned();
    for (const line of ['a\n', 'b\n', 'c\n']) output.write(line);
    expect(calls).toHaveLength(1);
    answer(ALL);
    expect(written()).toBe('a\n');
    answer(ALL);
    expect(written()).toBe('a\nb\nc\n');
    expect(calls).toHaveLength(0);
    expect(output).toMatchObject({ dropped: 0, waitingBytes: 0 });
  });

  it('delays lines to write them in one block, for the given time', () => {
    const { output, calls, waits, answer, retry, written } = planned({ holdMs: 50 });
    for (const line of ['a\n', 'b\n']) output.write(line);
    expect([calls.length, waits]).toEqual([0, [50]]);
    retry();
    answer(ALL);
    expect(written()).toBe('a\nb\n');
    output.write('c\n');
    expect([calls.length, waits]).toEqual([0, [50, 50]]);
  });

  it('delays no more than a block, and nothing when it is flushed', () => {
    const { output, answer, written } = planned({ maxBytes: 100_000, holdMs: 50 });
    output.write('a\n');
    output.flush();
    answer(ALL);
    expect(written()).toBe('a\n');
    for (let lines = 16; lines > 0; lines -= 1) output.write(`${'x'.repeat(1_023)}\n`);
    answer(16_384);
    expect([written().length, output.waitingBytes]).toEqual([16_386, 0]);
  });

  it('writes delayed lines when the process ends', () => {
    const { output, written } = planned({ holdMs: 50 });
    output.write('a\n');
    output.flushSync();
    expect(written()).toBe('a\n');
  });

  it('continues after a partial write', () => {
    const { output, answer, written } = planned();
    output.write('0123456789\n');
    for (const taken of [3, 4, ALL]) answer(taken);
    expect(written()).toBe('0123456789\n');
  });

  it('keeps a bounded number of bytes for a reader that does not read, and reports what it dropped', () => {
    const { output, answer, retry, waits, written } = planned({ maxBytes: 30 });
    for (let count = 0; count < 1_000; count += 1) output.write('123456789\n');
    expect(output).toMatchObject({ waitingBytes: 30, dropped: 997 });
    for (let count = 0; count < 10; count += 1) {
      answer('EAGAIN');
      retry();
      output.write('123456789\n');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64, 64]);
    expect(output).toMatchObject({ waitingBytes: 30, dropped: 1_007 });
    answer(ALL);
    answer(ALL);
    expect(written()).toBe('123456789\n[1007 dropped]\n');
    answer(ALL);
    expect(written()).toBe('123456789\n[1007 dropped]\n123456789\n123456789\n');
    expect(output).toMatchObject({ waitingBytes: 0, dropped: 1_007 });
  });

  it('drops what a full disk refuses, and reports it with the first line that can be written again', () => {
    const { output, calls, answer, written } = planned();
    output.write('a\n');
    output.write('b\n');
    answer('ENOSPC');
    expect(output.dropped).toBe(1);
    output.write('c\n');
    answer('ENOSPC'); // the line about dropped lines
    expect(output).toMatchObject({ dropped: 3, waitingBytes: 0 });
    expect(calls).toHaveLength(0);
    output.write('d\n');
    answer(ALL);
    answer(ALL);
    expect(written()).toBe('[3 dropped]\nd\n');
    output.write('e\n');
    answer(ALL);
    expect(written()).toBe('[3 dropped]\nd\ne\n');
  });

  it('starts a new line after a line that was cut', () => {
    const { output, answer, written } = planned();
    output.write('abc\n');
    answer(2);
    answer('ENOSPC');
    expect(output.dropped).toBe(1);
    output.write('d\n');
    answer(ALL);
    answer(ALL);
    expect(written()).toBe('ab\n[1 dropped]\nd\n');
  });

  it('writes waiting lines at the end of the process, once', () => {
    const { output, answer, retry, calls, written } = planned();
    output.write('a\n');
    output.write('b\n');
    answer('EAGAIN');
    output.flushSync();
    expect(written()).toBe('a\nb\n');
    retry();
    expect(calls).toHaveLength(0);
    expect(written()).toBe('a\nb\n');
  });

  it('is a destination of a logger, and drops a line that is longer than its buffer', () => {
    const { output, answer, written } = planned();
    const logger = createLogger({ destination: output });
    logger.info('x'.repeat(200));
    expect(output.dropped).toBe(1);
    logger.info('said');
    answer(ALL);
    answer(ALL);
    expect(written()).toMatch(/^\[1 dropped\]\n\{.*"said"\}\n$/);
  });
});
