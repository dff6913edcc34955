import { describe, expect, it } from 'vitest';
import { AddressShares } from '../src/transport/addressShares.ts';

/** A connection that counts how often it was examined. */
class Fake {
  readonly name: string;
  bytesRead = 0;
  isBusy = false;
  reads = 0;

  constructor(name: string) {
    this.name = name;
  }

  get owesAnswer(): boolean {
    this.reads += 1;
    return this.isBusy;
  }
}

function sharesOf(addresses: Readonly<Record<string, string>>) {
  const shares = new AddressShares<Fake>();
  const enter = (name: string, address: string): Fake => {
    const fake = new Fake(name);
    shares.add(fake, address);
    shares.moveToEnd(fake);
    return fake;
  };
  const fakes = Object.entries(addresses).map(([name, address]) => enter(name, address));
  const chosen = () => shares.toMakeRoom()?.name ?? null;
  return { shares, enter, fakes, chosen };
}

describe('the connection that is closed for a new one', () => {
  it('belongs to the address with the most connections at that time', () => {
    const { shares, fakes, enter, chosen } = sharesOf({ a1: 'a', b1: 'b', b2: 'b', c1: 'c' });
    expect(chosen()).toBe('b1');
    enter('c2', 'c');
    enter('c3', 'c');
    expect(chosen()).toBe('c1');
    for (const fake of fakes) shares.delete(fake);
    expect(chosen()).toBe('c2');
  });

  it('is, if each address has one connection, the one without progress for the longest time', () => {
    const { shares, fakes, chosen } = sharesOf({ a1: 'a', b1: 'b', c1: 'c' });
    for (const fake of fakes.slice(0, 2)) shares.moveToEnd(fake);
    expect(chosen()).toBe('c1');
    for (const fake of fakes.slice(2)) fake.isBusy = true;
    expect(chosen()).toBe('a1');
    for (const fake of fakes) shares.delete(fake);
    expect(chosen()).toBe(null);
  });

  it('is not one that received bytes since, unless all did', () => {
    const { fakes, chosen } = sharesOf({ a1: 'a', a2: 'a', a3: 'a' });
    for (const fake of fakes.slice(0, 2)) fake.bytesRead += 1;
    expect(chosen()).toBe('a3');
    for (const fake of fakes) fake.bytesRead += 1;
    expect(chosen()).toBe('a3');
  });

  it('is not one with an unfinished answer', () => {
    const { shares, fakes, chosen } = sharesOf({ a1: 'a', a2: 'a', b1: 'b' });
    for (const fake of fakes) fake.isBusy = fake.name !== 'b1';
    expect(chosen()).toBe(null);
    for (const fake of fakes.slice(1, 2)) {
      fake.isBusy = false;
      shares.moveToEnd(fake);
    }
    expect(chosen()).toBe('a2');
  });

  it.each([
    ['one address', (_: number) => 'a'],
    ['as many addresses', (index: number) => `${index}`],
  ])('is found without a scan of all connections each time: 2,000 busy ones of %s', (_, addressOf) => {
    const { shares, enter, chosen } = sharesOf({});
    const busy = Array.from({ length: 2_000 }, (_, index) => enter(`${index}`, addressOf(index)));
    for (const fake of busy) fake.isBusy = true;
    const newcomers: Fake[] = [];
    for (let count = 1_000; count > 0; count -= 1) {
      newcomers.push(enter('new', 'a'));
      chosen();
    }
    for (const newcomer of newcomers) shares.delete(newcomer);
    const reads = [...busy, ...newcomers].reduce((sum, fake) => sum + fake.reads, 0);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(3_000); // each busy connection once, and one more for each choice
  });
});
