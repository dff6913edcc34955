import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { serviceParts } from '../../src/parts.ts';
import { settleShares } from '../../src/shares/waitingShares.ts';
import { before } from '../support/intercept.ts';
import { emailOf, mailedToken, openWorld, refusal, register } from '../support/world.ts';
import { ask, change } from '../users/asking.ts';
import {
  confirmedMember,
  crashed,
  DAY,
  grantedTo,
  later,
  openShares,
  share,
  shareMany,
  sharesOf,
  withStuckRecord,
} from './sharing.ts';

const dueOf = async ({ ports }: Awaited<ReturnType<typeof openShares>>['world'], userId = 2) =>
  (await ports.users.findById(userId))?.due.map(({ kind }) => kind);

describe('a record that cannot be changed', () => {
  it('is reported, stops no other, and stays due', async () => {
    const { world, owner } = await openShares();
    await shareMany({ world, owner }, 4, 'bob');
    await register(world, 'bob');
    const other = withStuckRecord(world, 2);
    await other.service.confirmUser(mailedToken(world, 'confirm'));
    await later(other);
    expect(await grantedTo(world, 2, 4)).toEqual([1, 3, 4]);
    expect(other.problems).toEqual(Array(2).fill('shares that wait for a confirmed address'));
    expect(await dueOf(world)).toEqual(['shares']);
    await later(world);
    expect(await grantedTo(world, 2, 4)).toEqual([1, 2, 3, 4]);
    expect(await dueOf(world)).toEqual([]);
  });

  it('is reported when it is damaged, and stops no other', async () => {
    const { world, owner } = await openShares();
    await shareMany({ world, owner }, 3, 'bob');
    await register(world, 'bob');
    world.data.damage({ place: 'algos', id: 2, field: 'nom' });
    await world.service.confirmUser(mailedToken(world, 'confirm'));
    expect([(await sharesOf(world, 1)).users, (await sharesOf(world, 3)).users]).toEqual([[2], [2]]);
    expect(world.problems).toEqual(['shares that wait for a confirmed address']);
  });

  it('keeps nobody from taking an address back, and a change of the address waits for it', async () => {
    const { world, owner } = await openShares();
    const bob = await confirmedMember(world, 'bob');
    await share({ world, owner }, 'bob-at-work');
    await ask(world, bob, emailOf('bob-at-work'));
    await crashed(world).service.changeEmail(mailedToken(world, 'change_email'));
    const other = withStuckRecord(world, 1);
    await ask(world, bob, emailOf('bob-later'));
    const changed = other.service.changeEmail(mailedToken(world, 'change_email'));
    expect(await refusal(changed)).toBe(Responses.General.Unavailable);
    const [former] = (await world.ports.users.findById(2))?.emailChange.former ?? [];
    const claims = { userId: 2, purpose: 'take_back', version: former?.version ?? 0 } as const;
    const token = await world.ports.mailTokens.make({ ...claims, dateExpiration: world.clock.now() + DAY });
    await other.service.takeBackEmail(token);
    expect((await world.ports.users.findByEmail(emailOf('bob')))?.id).toBe(2);
    await later(world);
    expect(await sharesOf(world)).toEqual({ users: [2], waiting: [] });
  });
});

it('what waits for an address ends no mail that is due', async () => {
  const { world, owner } = await openShares();
  const bob = await confirmedMember(world, 'bob');
  await share({ world, owner }, 'bob-at-work');
  await ask(world, bob, emailOf('bob-at-work'));
  await crashed(world).service.changeEmail(mailedToken(world, 'change_email'));
  expect(await dueOf(world)).toEqual(['changed', 'shares']);
  const user = await world.ports.users.findById(2);
  await settleShares(serviceParts(world.ports, {}), { id: 2, due: user?.due ?? [] });
  expect(await dueOf(world)).toEqual(['changed']);
  expect(await grantedTo(world, 2, 1)).toEqual([1]);
});

describe('an answer', () => {
  it.each([
    [2, [1, 2]],
    [1, [1]],
  ])(
    'gives what waits on %i records when that is the bound, and the background the rest',
    async (settledShares, first) => {
      const { world, owner } = await openShares();
      await shareMany({ world, owner }, 5, 'bob');
      const { service } = openWorld({
        replace: world.ports,
        policy: { limits: null },
        bounds: { settledShares, batch: 2 },
      });
      await register(world, 'bob');
      await service.confirmUser(mailedToken(world, 'confirm'));
      expect(await grantedTo(world, 2, 5)).toEqual(first);
      expect(await dueOf(world)).toEqual(['shares']);
      await later(world);
      expect(await grantedTo(world, 2, 5)).toEqual([1, 2, 3, 4, 5]);
      expect(await dueOf(world)).toEqual([]);
    },
  );

  it('gives what waits on every record when they are read one at a time', async () => {
    const { world, owner } = await openShares({ bounds: { batch: 1 } });
    await shareMany({ world, owner }, 3, 'bob');
    await confirmedMember(world, 'bob');
    expect(await grantedTo(world, 2, 3)).toEqual([1, 2, 3]);
  });

  it('gives what waits on 100 records by default', async () => {
    const { world, owner } = await openShares();
    await shareMany({ world, owner }, 101, 'bob');
    await confirmedMember(world, 'bob');
    expect(await grantedTo(world, 2, 101)).toHaveLength(100);
  });

  it('gives everything before the address leaves the account', async () => {
    const { world, owner } = await openShares();
    await shareMany({ world, owner }, 3, 'bob');
    const { service } = openWorld({ replace: world.ports, policy: { limits: null }, bounds: { settledShares: 1 } });
    const bob = await confirmedMember({ ...world, service }, 'bob');
    expect(await grantedTo(world, 2, 3)).toEqual([1]);
    await change({ ...world, service }, bob, 'bob-later');
    expect(await grantedTo(world, 2, 3)).toEqual([1, 2, 3]);
  });
});

describe('a server that is slow', () => {
  it('gives an account nothing that is shared with an address after another account got it', async () => {
    for (const late of ['algos.listWaiting', 'algos.compareAndSet']) {
      const { world, owner } = await openShares();
      await share({ world, owner }, 'bob');
      await register(world, 'bob');
      const token = mailedToken(world, 'confirm');
      const step = before(late, async () => {
        const bob = await refresh();
        await change(world, bob, 'bob-later');
        world.clock.advance(8 * DAY);
        await world.service.resumeWork();
        await world.service.endShare({ id: 1, idUtilisateur: 2 }, owner).catch(() => {});
        await share({ world, owner }, 'bob');
      });
      const refresh = async () => {
        await world.service.resumeWork();
        const { token: login } = await world.service.login({ email: emailOf('bob'), password: 'correct horse' });
        return { ...(await world.service.authenticate(login)), address: '192.0.2.7' };
      };
      const slow = openWorld({ replace: world.ports, policy: { limits: null }, step });
      await slow.service.confirmUser(token);
      expect(await sharesOf(world), late).toEqual({ users: [], waiting: [emailOf('bob')] });
      expect(slow.problems, late).toEqual([]);
    }
  });
});
