import type { PortableStore } from '../../upkeep/portableStore.ts';
import type { Fixture } from '../runner.ts';
import type { OpenRepositories } from './rows.ts';

export interface PortableStoreFixture extends Fixture<PortableStore> {
  /** Opens the repositories on the same data as a server does; rejects while an import is under way. May be called again. */
  readonly repositories: OpenRepositories;
}
