import { connect } from 'node:net';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { listen } from '../src/index.ts';
import { inTurns, noteAccepted, turn } from '../src/turns.ts';
import { counting } from './support/turns.ts';

describe('a turn', () => {
  /** How many of these works began in each turn. */
  async function began(...lengths: readonly ('short' | 'long')[]): Promise<readonly number[]> {
    const seen: (readonly [work: number, turn: number])[] = [];
    await counting(async (turnNow) => {
      const works = lengths.map(async (length, work) => {
        await turn(length);
        seen.push([work, turnNow()]);
      });
      await Promise.all(works);
    });
    expect(
      seen.map(([work]) => work),
      'in the order of the calls',
    ).toEqual(lengths.map((_, work) => work));
    return [...Map.groupBy(seen, ([, number]) => number).values()].map((those) => those.length);
  }

  it('is given to eight short works together', async () => {
    expect(await began(...Array<'short'>(20).fill('short'))).toEqual([8, 8, 4]);
  });

  it('is given to one long work alone', async () => {
    expect(await began('long', 'long', 'long')).toEqual([1, 1, 1]);
    expect(await began('short', 'short', 'long', 'short', 'short')).toEqual([2, 1, 2]);
  });
});

describe('the reading of a body that has its answer', () => {
  /** In which turn each of three chunks is read, if the first turns accept so many connections. */
  async function readIn(connections: number): Promise<readonly number[]> {
    const read: number[] = [];
    await counting(async (turnNow) => {
      const chunks = [1, 2, 3].map(async () => {
        await turn('discard');
        read.push(turnNow());
      });
      const first = turnNow();
      for (let accepted = 0; accepted < connections; accepted += 1) {
        noteAccepted();
        await turn('short');
      }
      await Promise.all(chunks);
      read.splice(0, read.length, ...read.map((at) => at - first));
    });
    return read;
  }

  it('is one chunk in a turn', async () => {
    const [one = 0, ...others] = await readIn(0);
    expect(others).toEqual([one + 1, one + 2]);
  });

  it('waits while each turn accepts a connection', async () => {
    const [quiet = 0] = await readIn(0);
    const [one = 0, ...others] = await readIn(5);
    expect(one).toBe(quiet + 5);
    expect(others).toEqual([one + 1, one + 2]);
  });
});

describe('a server', () => {
  /** How many turns a chunk is read after a request begins, if both wait now. */
  async function turnsBehind(): Promise<number> {
    const at: number[] = [];
    await counting((turnNow) =>
      Promise.all((['short', 'discard'] as const).map((kind) => turn(kind).then(() => at.push(turnNow())))),
    );
    return (at[1] ?? 0) - (at[0] ?? 0);
  }

  it('reads no rest of a body in the turn in which it accepts a connection', async () => {
    expect(await turnsBehind()).toBe(0);
    const { server, address, drain } = await listen(new Koa());
    const accepting = new Promise<number>((resolve) => {
      server.once('connection', () => resolve(turnsBehind()));
    });
    const client = connect(address.port, address.address);
    expect(await accepting).toBe(1);
    client.destroy();
    await drain();
  });
});

describe('work in steps', () => {
  it('runs each step in its own turn, one work after the other', async () => {
    const seen: (readonly [work: string, turn: number])[] = [];
    await counting(async (turnNow) => {
      function* work(name: string): Generator<undefined, string> {
        for (let left = 3; left > 0; left -= 1) {
          seen.push([name, turnNow()]);
          if (left > 1) yield;
        }
        return name;
      }
      expect(await Promise.all(['a', 'b', 'c'].map((name) => inTurns(work(name))))).toEqual(['a', 'b', 'c']);
    });
    expect(seen.map(([name]) => name).join('')).toBe('aaabbbccc');
    expect(new Set(seen.map(([, number]) => number)).size).toBe(9);
  });

  it('that fails rejects only for its own caller', async () => {
    function* complete(): Generator<undefined, void> {
      yield;
    }
    function* broken(): Generator<undefined, never> {
      yield;
      throw new Error('broken');
    }
    const [first, second] = [inTurns(broken()), inTurns(complete())];
    await expect(first).rejects.toThrow('broken');
    await second;
  });
});
