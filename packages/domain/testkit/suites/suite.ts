import type { Fixture, Runner } from './runner.ts';

/** Adds a test, which gets a fixture of its own. */
export type AddTest<Of> = (name: string, body: (fixture: Of) => Promise<void>) => void;

/** A described group of tests, each with a fresh fixture that is closed whatever happens. */
export function suite<Of extends Fixture<unknown>>(
  { runner, name, open }: { readonly runner: Runner; readonly name: string; readonly open: () => Promise<Of> },
  addTests: (test: AddTest<Of>) => void,
): void {
  runner.describe(name, () => {
    addTests((title, body) => {
      runner.it(title, async () => {
        const fixture = await open();
        try {
          await body(fixture);
        } finally {
          await fixture.close?.();
        }
      });
    });
  });
}
