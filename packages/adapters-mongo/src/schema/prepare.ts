import type { OnDamaged, OnNotice } from '@algotheque/domain';
import type { Commands } from '../connection/commands.ts';
import type { MongoStoreOptions } from '../options.ts';
import type { EmailMode } from '../users/emailKeys.ts';
import { moveToBin } from './bin.ts';
import { claimedContents, moveBinContents } from './binContents.ts';
import { claimSecret, refuseUnfinishedImport } from './claims.ts';
import { claimContentPlace } from './contentPlace.ts';
import { makeDueLists } from './dueList.ts';
import { recordedEmailCase, useEmailCase } from './emailCase.ts';
import { makeFolderTrees } from './folderTrees.ts';
import { dropFormerIndexes, ensureIndexes } from './indexes.ts';
import { addSearchFields } from './searchFields.ts';
import { moveStagingNotes } from './stagingNotes.ts';
import { finishUpgrade, isUpgradeUnfinished, recordSchema, refuseAbsentStore, refuseNewerSchema } from './version.ts';

type Options = 'secretFingerprint' | 'contentPlace' | 'existing' | 'importing' | 'emailCase';

interface Wanted extends Pick<MongoStoreOptions, Options> {
  readonly serverId: string;
  readonly onDamaged: OnDamaged;
  readonly onNotice: OnNotice;
  /** Gets how addresses are compared, each time the database was prepared. */
  readonly emails: EmailMode;
}

/**
 * The steps that make a database usable, in this order. Each step is idempotent, also for many servers at once.
 * `inspect` writes nothing, so that a database of a newer release is not changed at all.
 */
export function prepare(commands: Commands, wanted: Wanted) {
  const { secretFingerprint, contentPlace, existing, importing, serverId, onDamaged, onNotice, emailCase } = wanted;
  return {
    async inspect(): Promise<void> {
      if (existing === true) await commands.run('meta.schema', refuseAbsentStore);
      await commands.run('meta.schema', refuseNewerSchema);
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
      const upgrade = await commands.repeat('meta.schema', recordSchema);
      if (upgrade !== null) onNotice(upgrade);
      if (await commands.repeat('meta.schema', isUpgradeUnfinished)) await upgradeDocuments(commands, wanted);
      if (emailCase !== undefined) await useEmailCase(commands, emailCase, { serverId, onDamaged });
      wanted.emails.case = await commands.repeat('meta.emailCase', recordedEmailCase);
    },
  };
}

/** Brings what older releases wrote to this version. Each step can be repeated, so a crash leaves it to the next start. */
async function upgradeDocuments(
  commands: Commands,
  { onDamaged, contentPlace, serverId }: Pick<Wanted, 'onDamaged' | 'contentPlace' | 'serverId'>,
): Promise<void> {
  await moveStagingNotes(commands, onDamaged);
  await makeDueLists(commands, onDamaged);
  await makeFolderTrees(commands, onDamaged);
  await addSearchFields(commands, onDamaged);
  await moveToBin(commands, onDamaged);
  await moveBinContents(commands, () => claimedContents(commands, contentPlace, serverId), onDamaged);
  await commands.repeat('users.dropIndexes', dropFormerIndexes);
  await commands.repeat('meta.schema', finishUpgrade);
}
