import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeScratch } from '../../../../test/support/scratchFolder.ts';
import { MEMBER, type StoresOn, storesOn } from '../support/storesOn.ts';
import { testRuns } from '../support/testRuns.ts';
import { examined } from './support/examined.ts';

const USERS = 3;
/** Between two calls: no limit of logins refuses one. */
const BETWEEN_MS = 900_000;

const OFTEN = ['create', 'create', 'change', 'share'] as const;

/** One call of a service; what it refuses has no effect. */
const step = fc.record({
  by: fc.nat(USERS - 1),
  to: fc.nat(USERS - 1),
  id: fc.integer({ min: 1, max: 4 }),
  does: fc.constantFrom(...OFTEN, ...OFTEN, 'register', 'delete', 'leave', 'logout', 'password', 'deleteUser'),
  sourceCode: fc.jsonValue(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const emailOf = (user: number): string => `${user}@example.org`;
const { password } = MEMBER;

async function act({ service }: StoresOn, { by, to, id, does, sourceCode }: Step): Promise<unknown> {
  if (does === 'register') return service.registerUser({ email: emailOf(by), password, pseudo: 'Somebody' });
  const { token, utilisateur: user } = await service.login({ email: emailOf(by), password });
  const caller = await service.authenticate(token);
  const permsAlgorithme = [{ idUtilisateur: to + 1, droits: 'Read' as const }];
  switch (does) {
    case 'create':
      return service.createAlgo({ ownerId: user.id, nom: 'Algorithm', sourceCode }, caller);
    case 'change':
      return service.updateAlgo({ id, changes: { nom: 'Changed', sourceCode } }, caller);
    case 'share':
      return service.updateAlgo({ id, changes: { nom: 'Shared', sourceCode, permsAlgorithme } }, caller);
    case 'delete':
      return service.deleteAlgo({ id }, caller);
    case 'leave':
      return service.leaveAlgo({ id }, caller);
    case 'logout':
      return service.logout(caller);
    case 'password':
      return service.updateUser({ id: user.id, changes: { currentPassword: password, newPassword: password } }, caller);
    default:
      return service.deleteUser({ id: user.id }, caller);
  }
}

it('finds nothing in any store that a service has made', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
      const dataDir = makeScratch();
      try {
        const stores = await storesOn(dataDir);
        for (const user of [0, 1]) await act(stores, { by: user, to: 0, id: 1, does: 'register', sourceCode: null });
        for (const one of steps) {
          stores.clock.advance(BETWEEN_MS);
          done += await act(stores, one).then(
            () => 1,
            () => 0, // refused
          );
        }
        const now = () => stores.clock.now();
        expect((await examined(dataDir, { now })).findings, 'beside it').toEqual([]);
        await stores.records.close();
        expect((await examined(dataDir, { now, repair: true })).findings, 'after it').toEqual([]);
      } finally {
        await rm(join(dataDir), { recursive: true, force: true });
      }
    }),
    { numRuns: testRuns() ?? 6, seed: 20_261_122 },
  );
  expect(done).toBeGreaterThan(25);
});
