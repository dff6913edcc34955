import { describe, expect, it } from 'vitest';
import { changedUser, createService, type ServerState, UnavailableError } from '../../src/index.ts';
import { newMail } from '../../testkit/suites/samples.ts';
import type { Step } from '../support/intercept.ts';
import { intercept } from '../support/intercept.ts';
import { logIn, openWorld, register } from '../support/world.ts';

const SERVER: ServerState = {
  version: '1.2.3',
  kinds: { records: 'SQLite', content: 'files', mails: 'SMTP' },
  disks: [{ holds: ['records'], freeBytes: 5, reserveBytes: 3 }],
  mailTries: { taken: 1, refused: null },
  contents: null,
  database: null,
};

/** Grace may look. `step` is around the calls of ports once she is logged in. */
async function opened(step: Step = (_name, run) => run(), serverState?: () => Promise<ServerState>) {
  const world = openWorld();
  const { id } = await register(world, 'grace');
  await world.ports.users.change(id, (now) => changedUser(now, 1, { serviceRight: 'look', isVerified: true }));
  const { caller } = await logIn(world, 'grace');
  const problems: unknown[] = [];
  const service = createService(intercept(world.ports, step), {
    onProblem: (problem, where) => problems.push([where, problem]),
    ...(serverState && { serverState }),
  });
  return { ...world, problems, look: () => service.adminHealth(caller) };
}

describe('the health of the service', () => {
  it('is that all stores serve, how many mails wait and were given up, and what the server says', async () => {
    const { look, ports } = await opened(undefined, async () => SERVER);
    expect(await look()).toMatchObject({
      failing: [],
      mails: { waiting: 0, givenUp: 0, oldest: null },
      server: SERVER,
    });
    for (const [number, dueAt] of [1, 2, null].entries())
      await ports.mails.add(newMail(number, { date: 7 + number, dueAt }));
    await ports.mails.add(newMail(9, { rank: 0, entry: { mail: null } }));
    expect((await look()).mails).toEqual({ waiting: 2, givenUp: 1, isLeast: false, oldest: 7 });
  });

  it('says nothing of a server that nobody describes', async () => {
    expect((await (await opened()).look()).server).toBeNull();
  });

  it.each([
    ['contentStore.health', { failing: ['content'] }],
    ['mails.waiting', { mails: null }],
  ])('is an answer after ten seconds where %s does not answer', async (silent, expected) => {
    const { look, clock } = await opened((name, run) => (name === silent ? new Promise(() => {}) : run()));
    const answered = look();
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    clock.advance(10_000);
    expect(await answered).toMatchObject(expected);
  });

  it('names the stores that cannot serve, without their reasons', async () => {
    const reason = 'The disk of /secret/place is full';
    const { look } = await opened(async (name, run) => {
      if (name.endsWith('.health') && !name.startsWith('users')) throw new UnavailableError({ reason });
      return run();
    });
    const health = await look();
    expect(health.failing).toEqual(['records', 'content', 'mails']);
    expect(JSON.stringify(health)).not.toContain('place');
  });

  it('is an answer where the server cannot say how it is, which is reported', async () => {
    const problem = new Error('no disk');
    for (const serverState of [
      () => Promise.reject(problem),
      () => {
        throw problem;
      },
    ]) {
      const { look, problems } = await opened(undefined, serverState);
      expect((await look()).server).toBeNull();
      expect(problems).toEqual([['health: server', problem]]);
    }
  });

  it('counts up to 1,000 mails, and says when there are more', async () => {
    const { look, ports } = await opened();
    for (let number = 0; number < 1_000; number += 1) await ports.mails.add(newMail(number));
    expect((await look()).mails).toMatchObject({ waiting: 1_000, isLeast: false });
    await ports.mails.add(newMail(1_000));
    expect((await look()).mails).toMatchObject({ waiting: 1_000, isLeast: true });
    for (let number = 2_000; number <= 3_000; number += 1) await ports.mails.add(newMail(number, { dueAt: null }));
    expect((await look()).mails).toMatchObject({ givenUp: 1_000, isLeast: true });
  });
});
