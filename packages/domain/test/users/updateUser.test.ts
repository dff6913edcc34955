import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, Responses } from '../../src/index.ts';
import { failing, noting } from '../support/intercept.ts';
import { logIn, member, openWorld, PASSWORD, refusal, tally, type WorldOptions } from '../support/world.ts';

const { Unauthorized } = Responses.General;
const { Wrong_password } = Responses.User;

async function opened(options?: WorldOptions) {
  const world = openWorld(options);
  const caller = await member(world, 'ada');
  const update = (changes: object, id: unknown = caller.user.id) =>
    world.service.updateUser({ id, changes: { currentPassword: PASSWORD, ...changes } }, caller);
  return { ...world, world, caller, update };
}

describe('an update of the own account', () => {
  it('changes the sent fields only', async () => {
    const { ports, update } = await opened();
    const before = await ports.users.findById(1);
    expect(await update({ pseudo: 'Ada L.' })).toMatchObject({ id: 1, pseudo: 'Ada L.', urlPfp: null });
    expect(await update({ urlPfp: 'https://a.fr/1.png' })).toMatchObject({
      pseudo: 'Ada L.',
      urlPfp: 'https://a.fr/1.png',
    });
    expect(await ports.users.findById(1)).toEqual({ ...before, pseudo: 'Ada L.', urlPfp: 'https://a.fr/1.png' });
  });

  it('resolves to the own view of the user', async () => {
    const { update } = await opened();
    const fields = ['adresseMail', 'dateInscription', 'id', 'isVerified', 'locale', 'pseudo', 'shareMails', 'urlPfp'];
    expect(Object.keys(await update({})).sort()).toEqual(fields);
  });

  it('removes the picture for null, and keeps it for an empty text', async () => {
    const { update } = await opened();
    await update({ urlPfp: 'https://a.fr/1.png' });
    expect(await update({ urlPfp: '', pseudo: '', newPassword: '' })).toMatchObject({
      urlPfp: 'https://a.fr/1.png',
      pseudo: 'ada',
    });
    expect(await update({ urlPfp: null, pseudo: null, newPassword: null })).toMatchObject({
      urlPfp: null,
      pseudo: 'ada',
    });
  });

  it('ignores fields that users may not set', async () => {
    const { ports, update } = await opened();
    const before = await ports.users.findById(1);
    const forbidden = {
      id: 7,
      adresseMail: 'x@y.zz',
      email: 'x@y.zz',
      mdpHash: 'x',
      isVerified: true,
      dateInscription: 1,
    };
    await update({ ...forbidden, credentialsVersion: 9, requestedUserId: 99 });
    expect(await ports.users.findById(1)).toEqual(before);
  });

  it('needs the current password, in any normal form', async () => {
    const { update } = await opened();
    await update({ newPassword: 'cafe\u0301 au lait' });
    expect(await refusal(update({ currentPassword: PASSWORD }))).toBe(Wrong_password);
    await update({ currentPassword: 'caf\u00e9 au lait' });
  });
});

it('the order of its checks compares no password before the rights are checked, and hashes none before the current one is correct', async () => {
  const calls: string[] = [];
  const { world, update } = await opened({ step: noting(calls) });
  await member(world, 'bob');
  calls.length = 0;
  await refusal(update({ newPassword: 'a new one' }, 2));
  await refusal(update({ newPassword: 'a new one', currentPassword: 'wrong' }));
  expect(calls.filter((call) => call.startsWith('hasher.'))).toEqual(['hasher.verify']);
});

describe('a new password', () => {
  it('ends every session but the one that set it', async () => {
    const { world, service, update, data } = await opened();
    const others = [await logIn(world, 'ada'), await logIn(world, 'ada')];
    const own = await logIn(world, 'ada');
    const changes = { currentPassword: PASSWORD, newPassword: 'a new one' };
    await service.updateUser({ id: 1, changes }, own.caller);
    expect((await service.authenticate(own.token)).session.credentialsVersion).toBe(2);
    for (const { token } of others) expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    expect(data.sessions.size).toBe(1);
    await logIn(world, 'ada', 'a new one');
    expect(await refusal(update({}))).toBe(Wrong_password);
  });

  it('is reported by mail and audited; other changes are not', async () => {
    const { ports, update } = await opened();
    await update({ pseudo: 'Ada L.' });
    expect(ports.mailer.sent).toHaveLength(1);
    await update({ newPassword: 'a new one' });
    expect(ports.mailer.sent.at(-1)?.mail).toEqual({ kind: 'password_changed' });
    expect(ports.audit.events.at(-1)).toMatchObject({ action: 'password.changed', actorId: 1, targetId: 1 });
  });

  it('succeeds once for many requests at once', async () => {
    const rule = { limit: 20, windowMs: 1_000 };
    const limits = { ...DEFAULT_LIMITS, newPassword: rule, loginPair: rule };
    const { world, update, ports } = await opened({ policy: { limits } });
    const passwords = Array.from({ length: 20 }, (_, index) => `new password ${index}`);
    const all = passwords.map((newPassword) => update({ newPassword }));
    expect(await tally(all)).toEqual({ resolved: 1, [Wrong_password]: 19 });
    expect(await ports.users.findById(1)).toMatchObject({ credentialsVersion: 2 });
    const winner = (await Promise.allSettled(all)).findIndex(({ status }) => status === 'fulfilled');
    await logIn(world, 'ada', passwords[winner]);
  });

  it.each(['sessionStore.raiseVersion', 'sessionStore.deleteByUser', 'mailer.send'])(
    'is set although a later step fails: %s',
    async (method) => {
      const { world, ports, caller } = await opened();
      const old = await logIn(world, 'ada');
      const down = openWorld({ replace: ports, step: failing(method) });
      const changes = { currentPassword: PASSWORD, newPassword: 'a new one' };
      await down.service.updateUser({ id: 1, changes }, caller);
      expect(down.problems).toHaveLength(1);
      await logIn(world, 'ada', 'a new one');
      expect(await refusal(world.service.authenticate(old.token))).toBe(Unauthorized);
    },
  );
});
