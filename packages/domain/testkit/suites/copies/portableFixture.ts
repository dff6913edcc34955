import type { PortableStore } from '@algotheque/domain';
import type { Fixture } from '../runner.ts';
import type { OpenRepositories } from './portableRows.ts';

export interface PortableStoreFixture extends Fixture<PortableStore> {
  /** Opens the repositories on the same data as a server does; rejects while an import is under way. May be called again. */
  readonly repositories: OpenRepositories;
}
