import { expect, it } from 'vitest';
import { createAdministration, Responses } from '../../src/index.ts';
import { exported, unpack } from '../archives/support/archive.ts';
import { openWithAda, refusal } from '../support/world.ts';

it('an operator gets what the user can get, also of a disabled account', async () => {
  const { world, ada } = await openWithAda();
  const { algo } = await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: [1, 2.5] }, ada);
  await world.service.patchAlgo({ id: algo.id, changes: { sourceCode: [2] } }, ada);
  const own = new Map(await exported(world, ada));
  const accounts = createAdministration(world.ports);
  const given = new Map(await unpack((await accounts.exportAccount(ada.user.id)).entries));
  expect(JSON.parse(own.get('sessions.json') ?? '')).toMatchObject([{ isCurrent: true }]);
  expect(JSON.parse(given.get('sessions.json') ?? '')).toEqual([
    expect.not.objectContaining({ isCurrent: expect.anything() }),
  ]);
  own.delete('sessions.json');
  given.delete('sessions.json');
  expect(given).toEqual(own);
  await accounts.disableAccount(ada.user.id);
  expect((await unpack((await accounts.exportAccount(ada.user.id)).entries)).size).toBe(own.size + 1);
  expect(await refusal(accounts.exportAccount(99))).toBe(Responses.User.Not_found);
});
