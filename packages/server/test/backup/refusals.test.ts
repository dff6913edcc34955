import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openLocal } from '../../src/index.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { SECRET, sampleStore } from '../migrate/support/sampleStore.ts';
import { backUp, restoreTo } from './support/backup.ts';

it('a backup has refusals: an owner who was refused shares nothing after it was restored', async () => {
  const scratch = scratchFolder();
  const [path, target] = [join(scratch, 'backup'), join(scratch, 'target')];
  await sampleStore(join(scratch, 'data')); // Ada refuses Grace
  await backUp(sqliteIn(join(scratch, 'data')), path);
  await restoreTo(path, sqliteIn(target));
  const { service, close } = await openLocal({ dataDir: target, settings: { ALGOTHEQUE_SECRET: SECRET } });
  const { token, utilisateur } = await service.login({ email: 'grace@example.org', password: 'analytical engine' });
  const grace = await service.authenticate(token);
  const { id: other } = await service.registerUser({
    email: 'hedy@example.org',
    password: 'frequency hopping',
    pseudo: 'Hedy',
  });
  const { algo } = await service.createAlgo({ ownerId: utilisateur.id, nom: 'Offered', sourceCode: {} }, grace);
  for (const idUtilisateur of [1, other])
    await service.shareAlgo({ id: algo.id, share: { idUtilisateur, droits: 'Read' } }, grace);
  const { shares } = await service.listShares(algo.id, grace);
  expect(shares.map(({ idUtilisateur }) => idUtilisateur)).toEqual([other]);
  await close();
});
