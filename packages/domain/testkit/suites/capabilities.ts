import type { Health } from '@algotheque/domain';
import { UnavailableError } from '@algotheque/domain';
import { fail, rejects } from './assert.ts';
import type { Capability, Fixture } from './runner.ts';
import type { AddTest } from './suite.ts';

/** True when the fixture offers it, false when it says why not. */
function offers<Port>(fixture: Fixture<Port>, capability: Capability): boolean {
  if (fixture[capability] !== undefined) return true;
  if (fixture.lacks?.[capability] === undefined) fail(`the fixture has no ${capability} and no reason in lacks`);
  return false;
}

/** The port after a restart, or null where nothing outlives it. */
export async function reopened<Port>(fixture: Fixture<Port>): Promise<Port | null> {
  return offers(fixture, 'reopen') ? ((await fixture.reopen?.()) ?? null) : null;
}

/** What the store holds, or null where there is nothing to read. */
export async function dumped<Port>(fixture: Fixture<Port>): Promise<string | null> {
  return offers(fixture, 'dump') ? ((await fixture.dump?.()) ?? null) : null;
}

/** The port and, where there can be several, a second instance on the same data. */
export async function instances<Port>(fixture: Fixture<Port>): Promise<readonly Port[]> {
  const other = offers(fixture, 'another') ? await fixture.another?.() : undefined;
  return other === undefined ? [fixture.port] : [fixture.port, other];
}

/** So many calls at the same moment, in turn on all instances. */
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

/** Adds what every store promises about being there: `health`, and UnavailableError from each of `callsOf` when it is not. */
export function addHealthTests<Port extends Health>(
  test: AddTest<Fixture<Port>>,
  callsOf: (port: Port) => Calls | Promise<Calls>,
): void {
  test('is healthy', async ({ port }) => {
    await port.health();
  });

  test('throws UnavailableError from every method while the store cannot be reached', async (fixture) => {
    if (!offers(fixture, 'cut')) return;
    const calls = { health: () => fixture.port.health(), ...(await callsOf(fixture.port)) };
    await fixture.cut?.();
    await Promise.all(Object.entries(calls).map(([name, call]) => rejects(call, UnavailableError, name)));
  });
}
