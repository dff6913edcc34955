import { expect, it } from 'vitest';
import { OPERATIONS, outcomeInTurn, outcomeWithin, type Race, type Start } from './support/accountRaces.ts';

const STARTS: readonly Start[] = [
  { isConfirmed: true, moves: [], pending: 'b' },
  { isConfirmed: false, moves: [], pending: 'b' },
  { isConfirmed: true, moves: ['m'], pending: 'b' },
  { isConfirmed: false, moves: ['m'], pending: 'b' },
  { isConfirmed: false, moves: ['m', 'n'], pending: 'b' },
  { isConfirmed: false, moves: ['m'], pending: 'ada' },
  { isConfirmed: true, moves: ['m', 'n'], pending: null },
];

it.each(STARTS)(
  'each of two operations on an account sees all of the other or nothing: confirmed $isConfirmed, changed to $moves, pending $pending',
  async (start) => {
    const [wrong, interrupted] = [new Set<string>(), new Set<string>()];
    for (const one of OPERATIONS) {
      for (const other of OPERATIONS) {
        const race = { start, one, other };
        const right = await rightOutcomes(race);
        for (let number = 0; ; number += 1) {
          const within = await outcomeWithin(race, number);
          if (within === null) break;
          interrupted.add(one);
          const { call, outcome } = within;
          if (!right.includes(outcome))
            wrong.add(`${other}, before ${call} of ${one}: ${outcome}; not ${right.join(' or ')}`);
        }
      }
    }
    expect([...wrong]).toEqual([]);
    expect([...interrupted]).toEqual([...OPERATIONS]);
  },
);

async function rightOutcomes(race: Race): Promise<readonly string[]> {
  const inTurn = [await outcomeInTurn(race, false), await outcomeInTurn(race, true)] as const;
  const { one, other } = race;
  // Which of two equal calls was the first does not matter.
  if (one === other) return inTurn.flatMap((text) => [text, text.replace(/^(.*?), (.*?):/, '$2, $1:')]);
  return inTurn;
}
