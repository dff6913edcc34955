import type { PortableStore } from '../upkeep/portableStore.ts';
import { addExportTests } from './portable/exporting.ts';
import type { PortableStoreFixture } from './portable/fixture.ts';
import { addImportTests } from './portable/importing.ts';
import { addMoveTests } from './portable/moving.ts';
import type { OpenFixture, Runner } from './runner.ts';
import { suite } from './suite.ts';

/** What every PortableStore promises. `open` is called twice in some tests: each time it gives a store of its own. */
export function portableStoreContract(runner: Runner, open: OpenFixture<PortableStore, PortableStoreFixture>): void {
  suite({ runner, name: 'PortableStore', open }, (test) => {
    addExportTests(test);
    addImportTests(test);
    addMoveTests(test, open);
  });
}
