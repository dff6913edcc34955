import type { PortableStore } from '@algotheque/domain';
import type { Lacks, OpenFixture, Runner } from '../runner.ts';
import { suite } from '../suite.ts';
import { addExportTests } from './exporting.ts';
import { addImportTests } from './importing.ts';
import { addMoveTests } from './moving.ts';
import type { PortableStoreFixture } from './portableRows.ts';

/** What every PortableStore promises. `open` is called twice in some tests: each time it gives a store of its own. */
export function portableStoreContract(
  runner: Runner,
  open: OpenFixture<PortableStore, PortableStoreFixture>,
  lacks: Lacks = {},
): void {
  suite({ runner, name: 'PortableStore', open, lacks }, (test) => {
    addExportTests(test);
    addImportTests(test);
    addMoveTests(test, open);
  });
}
