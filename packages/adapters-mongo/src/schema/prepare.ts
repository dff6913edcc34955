import type { OnDamaged } from '@algotheque/domain';
import type { Commands } from '../connection/commands.ts';
import { claimSecret, refuseUnfinishedImport } from './claims.ts';
import { type ContentPlace, claimContentPlace } from './contentPlace.ts';
import { ensureIndexes } from './indexes.ts';
import { moveStagingNotes } from './stagingNotes.ts';
import { recordSchema, refuseAbsentStore, refuseNewerSchema } from './version.ts';

interface Wanted {
  readonly secretFingerprint?: string;
  readonly contentPlace?: ContentPlace;
  readonly existing?: boolean;
  readonly importing?: boolean;
  readonly serverId: string;
  readonly onDamaged: OnDamaged;
}

/**
 * The steps that make a database usable, in this order. Each step is idempotent, also for many servers at once.
 * `inspect` writes nothing, so that a database of a newer release is not changed at all.
 */
export function prepare(commands: Commands, wanted: Wanted) {
  const { secretFingerprint, contentPlace, existing, importing, serverId, onDamaged } = wanted;
  return {
    async inspect(): Promise<void> {
      if (existing === true) await commands.run('meta.schema', refuseAbsentStore);
      await commands.run('meta.schema', refuseNewerSchema);
    },
    async claim(): Promise<void> {
      if (importing !== true) await commands.run('meta.import', refuseUnfinishedImport);
      if (secretFingerprint !== undefined) {
        await commands.repeat('meta.secret', (db) => claimSecret(db, secretFingerprint));
      }
      if (contentPlace !== undefined) {
        await commands.repeat('meta.files', (db) => claimContentPlace(db, contentPlace, serverId));
      }
      await commands.repeat('createIndexes', ensureIndexes);
      await commands.repeat('meta.schema', recordSchema);
      await moveStagingNotes(commands, onDamaged);
    },
  };
}
