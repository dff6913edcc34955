import { fail } from './assert.ts';
import type { Capability, Fixture, Lacks, Runner } from './runner.ts';

/** The parts of a fixture that a test works on and that a fixture may leave out. */
interface Parts<Needs extends Capability, Uses extends Capability> {
  /** Without it, the test is left out. */
  readonly needs?: Needs;
  /** Without it, the test checks less. */
  readonly uses?: Uses;
}

/** The fixture as a test gets it: of the parts that may be left out, it has only those that the test names. */
export type Given<Of, Needs extends Capability, Uses extends Capability> = Omit<Of, Capability> & {
  readonly [Name in Needs & keyof Of]: NonNullable<Of[Name]>;
} & { readonly [Name in Uses & keyof Of]: Of[Name] | undefined };

type PortOf<Of> = Of extends { readonly port: infer Port } ? Port : never;

/** `ports` has the port, and for a test that uses `another` a second instance on the same data, where there can be several. */
type Body<Of, Needs extends Capability, Uses extends Capability> = (
  fixture: Given<Of, Needs, Uses>,
  ports: readonly PortOf<Of>[],
) => Promise<void>;

/** Adds a test, which gets a fixture of its own. */
export interface AddTest<Of> {
  (title: string, body: Body<Of, never, never>): void;
  <Needs extends Capability = never, Uses extends Capability = never>(
    title: string,
    parts: Parts<Needs, Uses>,
    body: Body<Of, Needs, Uses>,
  ): void;
}

/**
 * Adds the tests of a contract to a runner, each with a fixture of its own that `open` makes. `lacks` has a reason for each part that the
 * fixtures leave out.
 */
type Contract<Of> = (runner: Runner, open: () => Promise<Of>, lacks?: Lacks) => void;

/** A described group of tests, each with a fresh fixture that is closed whatever happens. */
export const contract =
  <Of extends Fixture<unknown>>(
    name: string,
    addTests: (test: AddTest<Of>, open: () => Promise<Of>) => void,
  ): Contract<Of> =>
  (runner, open, lacks = {}) => {
    const test = <Needs extends Capability, Uses extends Capability>(title: string, ...rest: Rest<Of, Needs, Uses>) => {
      const [parts, body] = rest.length === 2 ? rest : [{}, rest[0]];
      const { needs, uses }: Parts<Needs, Uses> = parts;
      const reason = needs === undefined ? undefined : lacks[needs];
      if (reason !== undefined) return leaveOut(runner, `${title} (left out without ${needs}: ${reason})`);
      const lacking = uses === undefined ? undefined : lacks[uses];
      runner.it(lacking === undefined ? title : `${title} (checked without ${uses}: ${lacking})`, async () => {
        const fixture = await open();
        try {
          requireParts(fixture, { lacks, parts: [needs, uses] });
          const other = uses === 'another' ? await fixture.another?.() : undefined;
          const ports = other === undefined ? [fixture.port] : [fixture.port, other];
          // requireParts has checked that the fixture has what the type says.
          await body(fixture as Given<Of, Needs, Uses>, ports as PortOf<Of>[]);
        } finally {
          await fixture.close?.();
        }
      });
    };
    runner.describe(name, () => addTests(test, open));
  };

type Rest<Of, Needs extends Capability, Uses extends Capability> =
  | [body: Body<Of, Needs, Uses>]
  | [parts: Parts<Needs, Uses>, body: Body<Of, Needs, Uses>];

function leaveOut({ it }: Runner, title: string): void {
  const passing = async (): Promise<void> => {};
  if (it.skip === undefined) it(title, passing);
  else it.skip(title, passing);
}

/** Fails when a part of the test is absent without a reason in `lacks`, or when any part is there that has a reason. */
function requireParts(
  fixture: Readonly<Partial<Record<Capability, unknown>>>,
  { lacks, parts }: { readonly lacks: Lacks; readonly parts: readonly (Capability | undefined)[] },
): void {
  for (const name of parts) {
    if (name !== undefined && fixture[name] === undefined && lacks[name] === undefined) {
      fail(`the fixture has no ${name} and no reason in lacks`);
    }
  }
  for (const [name, reason] of Object.entries(lacks)) {
    if (name in fixture) fail(`the fixture has ${name}, which it lacks by the reason: ${reason}`);
  }
}
