import { describe, expect, it } from 'vitest';
import { Round } from '../src/round.ts';
import { newName, type SpoolName } from '../src/spoolName.ts';
import type { Queued } from '../src/spoolQueue.ts';
import { NOW } from './scratch.ts';

const queued = (file: string, name: Partial<SpoolName> = {}): Queued => ({ file, name: { ...newName(NOW), ...name } });
const slow = (file: string) => queued(file, { tries: 1, isSlow: true });

/** Takes all mails that one lane would get. */
function takeAll(round: Round): string[] {
  const files: string[] = [];
  for (let mail = round.take(); mail !== null; mail = round.take()) {
    files.push(mail.file);
    round.done(mail);
  }
  return files;
}

describe('the mails of a round', () => {
  it('are sent in this order: never tried, tried, slow; in each group the longest waiting first', () => {
    const due = [slow('1'), queued('2', { tries: 3 }), queued('3'), slow('4'), queued('5', { tries: 1 }), queued('6')];
    expect(takeAll(new Round(due))).toEqual(['3', '6', '2', '5', '1', '4']);
  });

  it('use one connection at a time when they are slow', () => {
    const round = new Round([slow('1'), slow('2')]);
    const first = round.take();
    expect([first?.file, round.take(), round.hasNext, round.left]).toEqual(['1', null, false, 1]);
    round.setDue([slow('2'), slow('3'), queued('4')]);
    expect([round.take()?.file, round.take()]).toEqual(['4', null]);
    if (first !== null) round.done(first);
    expect(takeAll(round)).toEqual(['2', '3']);
  });
});
