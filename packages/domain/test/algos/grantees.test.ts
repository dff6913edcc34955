import { describe, expect, it } from 'vitest';
import { type FormerEmail, Responses, type User } from '../../src/index.ts';
import { requireStillOwn } from '../../src/shares/grantees.ts';
import { dueOf } from '../../testkit/suites/samples.ts';
import { grant, openSharedAlgo } from '../support/algos.ts';
import { before, noting } from '../support/intercept.ts';
import { member, openWorld, refusal } from '../support/world.ts';

const { Unauthorized } = Responses.General;

const former = (isVerified: boolean): FormerEmail => ({
  adresseMail: 'a@example.org',
  date: 1,
  version: 1,
  isVerified,
});

/** Users who may have lost the account, by what makes it possible. */
const UNSURE: readonly (readonly [string, (user: User) => User])[] = [
  ['is unconfirmed', (user) => ({ ...user, isVerified: false })],
  [
    'had an unconfirmed address among others',
    (user) => ({
      ...user,
      isVerified: true,
      emailChange: { ...user.emailChange, former: [former(true), former(false)] },
    }),
  ],
];

/** Ada as her session knows her, and the store of users with the calls that it gets. */
async function scene() {
  const calls: string[] = [];
  const world = openWorld({ step: noting(calls) });
  const { user } = await member(world, 'ada');
  const users = {
    ...world.ports.users,
    async findById(id: number) {
      calls.push('read');
      return world.ports.users.findById(id);
    },
  };
  calls.length = 0;
  return { world, user, users, calls };
}

describe('a user who gives rights', () => {
  it.each(UNSURE)('and %s must have a session that is still valid', async (_why, changed) => {
    const { world, user, users } = await scene();
    await requireStillOwn(users, changed(user));
    const older = { ...changed(user), credentialsVersion: user.credentialsVersion - 1 };
    expect(await refusal(requireStillOwn(users, older))).toBe(Unauthorized);
    await world.ports.users.markDeleted(user.id);
    expect(await refusal(requireStillOwn(users, changed(user)))).toBe(Unauthorized);
  });

  it('and has confirmed all addresses is not read again', async () => {
    const { user, users, calls } = await scene();
    const emailChange = { ...user.emailChange, former: [former(true)] };
    await requireStillOwn(users, { ...user, isVerified: true, emailChange });
    await requireStillOwn(users, { ...user, isVerified: true });
    expect(calls).toEqual([]);
  });
});

it.each([
  ['without a list', {}],
  ['with an empty list', { permsAlgorithme: [] }],
])('an update that gives no right withdraws nothing, and reads nothing of the user: %s', async (_what, rights) => {
  const calls: string[] = [];
  const { world, owner } = await openSharedAlgo({ step: noting(calls) });
  const user = { ...owner.user, due: [dueOf('withdrawal', { date: world.clock.now() })] };
  calls.length = 0;
  await world.service.patchAlgo({ id: 1, changes: { nom: 'Search', ...rights } }, { ...owner, user });
  expect(calls).toEqual(['algos.findById', 'algos.compareAndSet']);
});

it('an update that gives rights reads its record once, also when somebody who gets one is deleted meanwhile', async () => {
  const { world, owner, writer, reader } = await openSharedAlgo();
  const permsAlgorithme = [grant(writer, 'Read'), grant(reader, 'Read')];
  const share = async (hook: () => Promise<unknown>) => {
    const reads: string[] = [];
    const committing = before('algos.compareAndSet', hook);
    const { service } = openWorld({
      replace: world.ports,
      step(name, run) {
        if (name === 'algos.findById') reads.push(name);
        return committing(name, run);
      },
    });
    const { algo } = await service.patchAlgo({ id: 1, changes: { permsAlgorithme } }, owner);
    return { given: algo.permsAlgorithme, reads: reads.length };
  };
  expect(await share(async () => {})).toEqual({ given: permsAlgorithme, reads: 1 });
  const deletion = () => world.ports.users.markDeleted(reader.user.id);
  expect(await share(deletion)).toEqual({ given: [grant(writer, 'Read')], reads: 1 });
});
