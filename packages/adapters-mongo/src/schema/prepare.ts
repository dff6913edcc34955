import type { OnNotice } from '@algotheque/domain';
import type { Commands } from '../connection/commands.ts';
import type { MongoStoreOptions } from '../options.ts';
import type { EmailMode } from '../users/emailKeys.ts';
import { claimSecret, decideEmailCase, refuseUnfinishedImport } from './claims.ts';
import { claimContentPlace } from './contentPlace.ts';
import { ensureIndexes } from './indexes.ts';
import { bringUp, refuseAbsentStore, refuseNewerSchema } from './version.ts';

type Options = 'secretFingerprint' | 'contentPlace' | 'existing' | 'importing' | 'emailCase';

interface PrepareOptions extends Pick<MongoStoreOptions, Options> {
  readonly serverId: string;
  readonly onNotice: OnNotice;
  /** Gets how addresses are compared, each time the database was prepared. */
  readonly emails: EmailMode;
}

/**
 * The steps that make a database usable, in this order. Each step is idempotent, also for many servers at once.
 * `inspect` writes nothing, so that a database of a newer release is not changed at all.
 */
export function prepareSchema(commands: Commands, wanted: PrepareOptions) {
  const { secretFingerprint, contentPlace, existing, importing, serverId, onNotice, emailCase } = wanted;
  return {
    async inspect(): Promise<void> {
      if (existing === true) await commands.run('meta.schema', refuseAbsentStore);
      await commands.run('meta.schema', (db) => refuseNewerSchema(db));
    },
    async claim(): Promise<void> {
      if (importing === 'mark') return;
      if (importing !== true) await commands.run('meta.import', refuseUnfinishedImport);
      if (secretFingerprint !== undefined) {
        await commands.repeat('meta.secret', (db) => claimSecret(db, secretFingerprint));
      }
      if (contentPlace !== undefined) {
        await commands.repeat('meta.files', (db) => claimContentPlace(db, contentPlace, serverId));
      }
      await commands.repeat('createIndexes', ensureIndexes);
      const upgrade = await bringUp(commands);
      if (upgrade !== null) onNotice(upgrade);
      wanted.emails.case = await commands.repeat('meta.emailCase', (db) => decideEmailCase(db, emailCase));
    },
  };
}
