import { setImmediate as turn } from 'node:timers/promises';
import { Responses } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { pagesBody } from '../src/exchange/deliver.ts';
import { PagesRes } from '../src/responses.ts';
import { counting } from './support/turns.ts';

describe('the body of a long list', () => {
  it('is in memory one page at a time: the next page is read when one is sent', async () => {
    let read = 0;
    async function* pages() {
      for (; read < 50; read += 1) yield [read];
    }
    const body = pagesBody(
      new PagesRes(Responses.Algo.Success.Listed, pages()),
      (page) => JSON.stringify(page),
      'algos',
    );
    const taken: unknown[] = [];
    for await (const chunk of body) {
      taken.push(chunk);
      for (let turns = 5; turns > 0; turns -= 1) await turn();
      expect(read - taken.length).toBeLessThanOrEqual(1);
    }
    expect(JSON.parse(taken.join(''))).toMatchObject({ data: Array.from({ length: 50 }, (_, index) => index) });
  });

  it('leaves a turn of the event loop between two pages, for every client', async () => {
    const readIn: number[] = [];
    let turnNow = () => 0;
    async function* pages() {
      for (let left = 10; left > 0; left -= 1) {
        readIn.push(turnNow());
        yield [left];
      }
    }
    const bodyOf = () =>
      pagesBody(new PagesRes(Responses.Algo.Success.Listed, pages()), (page) => JSON.stringify(page), 'algos');
    await counting(async (turns) => {
      turnNow = turns;
      await Promise.all([bodyOf().toArray(), bodyOf().toArray()]);
    });
    expect(readIn).toHaveLength(20);
    expect(new Set(readIn).size).toBeGreaterThanOrEqual(18); // both begin in the first turns
  });

  it.each([
    [[[], []], []],
    [
      [[1], [], [2, 3], []],
      [1, 2, 3],
    ],
  ])('is complete when some of its pages are empty: %j', async (pages, data) => {
    const answer = new PagesRes(Responses.Algo.Success.Listed, ReadableStream.from(pages));
    const chunks = await pagesBody(answer, (page) => JSON.stringify(page), 'algos').toArray();
    expect(JSON.parse(chunks.join(''))).toEqual({ status: 200, message: Responses.Algo.Success.Listed, data });
  });
});
