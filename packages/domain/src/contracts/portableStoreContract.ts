import type { PortableStore } from '../ports/portableStore.ts';
import { addExportTests } from './portable/exporting.ts';
import { addImportTests } from './portable/importing.ts';
import { addMoveTests } from './portable/moving.ts';
import type { OpenRepositories } from './portable/rows.ts';
import type { Fixture, OpenFixture, Runner } from './runner.ts';
import { suite } from './suite.ts';

export interface PortableStoreFixture extends Fixture<PortableStore> {
  /** Opens the repositories on the same data as a server does; rejects while an import is under way. May be called again. */
  readonly repositories: OpenRepositories;
}

/** What every PortableStore promises. `open` is called twice in some tests: each time it gives a store of its own. */
export function portableStoreContract(runner: Runner, open: OpenFixture<PortableStore, PortableStoreFixture>): void {
  suite({ runner, name: 'PortableStore', open }, (test) => {
    addExportTests(test);
    addImportTests(test);
    addMoveTests(test, open);
  });
}
