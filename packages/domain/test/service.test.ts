import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createService, DomainError, UnavailableError } from '../src/index.ts';
import { memoryPorts, withOutage } from '../testkit/memory/index.ts';
import { failing, type Step } from './support/intercept.ts';
import { emailOf, mailedToken, member, openWithAda, openWorld, register } from './support/world.ts';

describe('open and close', () => {
  it('finish what a crash left, and repeat this until closed', async () => {
    const { ports, clock } = openWorld();
    const down = openWorld({ replace: ports, step: failing('mailer.') });
    const { service } = openWorld({ replace: ports });
    await register(down, 'ada');
    clock.advance(61_000);
    await service.open();
    expect(ports.mailer.sent).toHaveLength(1);
    await register(down, 'bob');
    for (let round = 0; round < 3; round += 1) {
      clock.advance(60_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ports.mailer.sent.map(({ recipient }) => recipient.pseudo)).toEqual(['ada', 'bob']);
    await service.close();
  });

  it('do not reject when a store is down', async () => {
    const world = openWorld({
      step: failing('contentStore.', 'users.', 'dueWork.', 'deletions.', 'sessionStore.', 'limiter.'),
    });
    await world.service.open();
    await world.service.close();
    expect(world.problems).toHaveLength(6);
  });
});

describe('a service', () => {
  it('reports to the console by default', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => error.mockRestore());
    const ports = memoryPorts();
    const mailer = withOutage(ports.mailer, { down: true });
    const service = createService({ ...ports, mailer });
    await service.registerUser({ email: emailOf('ada'), password: 'correct horse', pseudo: 'ada' });
    expect(error).toHaveBeenCalledExactlyOnceWith('confirmation mail:', expect.any(UnavailableError));
  });

  it('changes source codes on ports that are getters of a class', async () => {
    const { world, ada: caller } = await openWithAda();
    const getters = Object.entries(world.ports).map(([name, port]) => [name, { get: () => port }] as const);
    const service = createService(Object.create(Object.defineProperties({}, Object.fromEntries(getters))));
    const { algo } = await service.createAlgo({ nom: 'sort', ownerId: 1, sourceCode: [1] }, caller);
    await service.patchAlgo({ id: algo.id, changes: { sourceCode: [2] } }, caller);
    expect((await service.getAlgo({ id: algo.id }, caller)).source?.json()).toEqual([2]);
  });

  it('passes on errors of bugs unchanged', async () => {
    const caller = await member(openWorld(), 'ada');
    const step: Step = (name, run) => (name === 'users.findById' ? Promise.reject(new TypeError('a bug')) : run());
    await expect(openWorld({ step }).service.getUser(1, caller)).rejects.toThrow(new TypeError('a bug'));
  });

  it('never shows a secret in an error or the audit log', async () => {
    const { world, ada: caller } = await openWithAda();
    await world.service.recoverPassword({ email: emailOf('ada') });
    const recovery = mailedToken(world, 'recover');
    const secrets = ['correct horse', 'hunter2hunter2', recovery, caller.session.digest, emailOf('ada')];
    const { service } = world;
    const attempts = [
      () => service.login({ email: emailOf('ada'), password: 'hunter2hunter2' }),
      () => service.registerUser({ email: emailOf('ada'), password: 'hunter2hunter2', pseudo: 'x' }),
      () => register(world, 'ada'),
      () => service.updateUser({ id: 1, changes: { currentPassword: 'hunter2hunter2', newPassword: 'x' } }, caller),
      () => service.resetPassword({ token: `${recovery}x`, changes: { password: 'hunter2hunter2' } }),
      () => service.confirmUser(recovery),
    ];
    for (const attempt of attempts) {
      const error = await attempt().catch((problem: unknown) => problem);
      expect(error).toBeInstanceOf(DomainError);
      if (!(error instanceof DomainError)) return;
      const shown = JSON.stringify([error.code, error.message, error.data, error.stack, error.cause]);
      for (const secret of secrets) expect(shown).not.toContain(secret);
    }
    for (const secret of secrets) expect(JSON.stringify(world.ports.audit.events)).not.toContain(secret);
  });
});
