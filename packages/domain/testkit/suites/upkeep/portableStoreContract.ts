import { contract } from '../suite.ts';
import { addExportTests } from './exporting.ts';
import { addImportTests } from './importing.ts';
import { addMoveTests } from './moving.ts';
import type { PortableStoreFixture } from './portableRows.ts';

/** What every PortableStore promises. `open` is called twice in some tests: each time it gives a store of its own. */
export const portableStoreContract = contract<PortableStoreFixture>('PortableStore', (test, open) => {
  addExportTests(test);
  addImportTests(test);
  addMoveTests(test, open);
});
