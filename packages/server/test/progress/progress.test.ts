import { describe, expect, it } from 'vitest';
import { advanceText, progressOn } from '../../src/terminal/progressOn.ts';

const CLEAR = '\r\u001b[2K';

function scene(output: { readonly isTTY?: boolean; readonly columns?: number }) {
  let nowMs = 1_000;
  const written: string[] = [];
  const progress = progressOn({ write: (text) => void written.push(text), ...output }, () => nowMs);
  return { progress, written, pass: (ms: number) => (nowMs += ms) };
}

const bar = (columns = 80) => scene({ isTTY: true, columns });
const lines = () => scene({});

describe('a bar', () => {
  it('shows the share, the rate and the time left', () => {
    const { progress, written, pass } = bar();
    const part = progress.begin('algo: copying', 3_000);
    pass(1_000);
    part.reach(1_200);
    expect(written).toEqual([
      `${CLEAR}algo: copying [#########---------------] 40%  1,200 of 3,000, 1,200/s, 2 s left`,
    ]);
  });

  it('is drawn ten times a second at most, and replaced by the last line', () => {
    const { progress, written, pass } = bar();
    const part = progress.begin('algo: copying', 100);
    for (let done = 1; done <= 100; done += 1) {
      pass(10);
      part.reach(done);
    }
    expect(written).toHaveLength(10);
    part.end('algo: 100 copied');
    expect(written.at(-1)).toBe(`${CLEAR}algo: 100 copied\n`);
  });

  it('stays below the lines that are written meanwhile', () => {
    const { progress, written, pass } = bar();
    progress.note('Beginning');
    const part = progress.begin('algo', null);
    pass(100);
    part.reach(5);
    progress.note('a problem');
    progress.note('another');
    expect(written).toEqual(['Beginning\n', `${CLEAR}algo 5, 50/s`, `${CLEAR}a problem\n`, 'another\n']);
  });

  it('fits into the terminal, because a wrapped line could not be replaced', () => {
    const { progress, written } = bar(20);
    progress.begin('a name that is too long', 10).reach(1);
    expect(written).toEqual([`${CLEAR}a name that is too `]);
  });

  it('is full when more is done than was counted', () => {
    const { progress, written } = bar();
    progress.begin('algo', 2).reach(3);
    expect(written).toEqual([`${CLEAR}algo [########################] 100%  3 of 2`]);
  });

  it('is full when there is nothing to do', () => {
    const { progress, written } = bar();
    progress.begin('algo', 0).reach(0);
    expect(written.join('')).toContain('100%');
  });
});

describe('lines', () => {
  it('come every five seconds, and at the end', () => {
    const { progress, written, pass } = lines();
    progress.note('Beginning');
    const part = progress.begin('algo: copying', 1_000);
    for (let done = 1; done <= 12; done += 1) {
      pass(1_000);
      part.reach(done * 50);
    }
    part.end('algo: 600 copied');
    expect(written).toEqual([
      'Beginning\n',
      'algo: copying 250 of 1,000, 50/s, 15 s left\n',
      'algo: copying 500 of 1,000, 50/s, 10 s left\n',
      'algo: 600 copied\n',
    ]);
  });

  it('have no total where none is known', () => {
    const { progress, written, pass } = lines();
    const part = progress.begin('algo', null);
    pass(5_000);
    part.reach(4);
    expect(written).toEqual(['algo 4, 0.8/s\n']);
  });
});

it.each([
  [1, '1 of 60, 1/s, 59 s left', 60],
  [1, '1 of 61, 1/s, 60 s left', 61],
  [1, '1 of 186, 1/s, 3 min left', 186],
  [1, '1 of 7,801, 1/s, 2 h left', 7_801],
  [10, '10 of 10, 10/s', 10],
  [0, '0 of 10', 10],
])('the time left after %i in a second is "%s"', (done, text, total) => {
  expect(advanceText({ done, total, elapsedMs: 1_000 })).toBe(text);
});
