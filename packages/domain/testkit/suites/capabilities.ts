import { type Health, UnavailableError } from '@algotheque/domain';
import { fail, rejects } from './assert.ts';
import type { Fixture } from './runner.ts';
import type { AddTest } from './suite.ts';

/** Makes `count` calls without waiting for any, on all instances in turn. */
export function race<Port, Result>(
  ports: readonly Port[],
  count: number,
  call: (port: Port, index: number) => Promise<Result>,
): Promise<Result>[] {
  return Array.from({ length: count }, (_, index) => {
    const port = ports[index % ports.length];
    return port === undefined ? fail('there is no instance') : call(port, index);
  });
}

type Calls = Readonly<Record<string, () => Promise<unknown>>>;

/** Adds what every store promises about its state: `health`, and UnavailableError from each of `callsOf` while it cannot be reached. */
export function addHealthTests<Port extends Health>(
  test: AddTest<Fixture<Port>>,
  callsOf: (port: Port) => Calls | Promise<Calls>,
): void {
  test('is healthy', async ({ port }) => {
    await port.health();
  });

  test('throws UnavailableError from every method while the store cannot be reached', {
    needs: 'cut',
  }, async (fixture) => {
    const calls = { health: () => fixture.port.health(), ...(await callsOf(fixture.port)) };
    await fixture.cut();
    await Promise.all(Object.entries(calls).map(([name, call]) => rejects(call, UnavailableError, name)));
  });
}
