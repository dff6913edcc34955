import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { memoryPasswordHasher } from '../../testkit/memory/index.ts';
import { noting } from '../support/intercept.ts';
import { emailOf, openWorld, PASSWORD, refusal } from '../support/world.ts';
import { opened } from './guessing.ts';

const { Invalid_credentials } = Responses.User;
const GOOD = { email: emailOf('ada'), password: PASSWORD };

describe('the password', () => {
  it('with an é is the same in both normal forms', async () => {
    const { service } = openWorld();
    const [composed, decomposed] = ['caf\u00e9 au lait', 'cafe\u0301 au lait'];
    await service.registerUser({ email: emailOf('one'), password: composed, pseudo: 'one' });
    await service.registerUser({ email: emailOf('two'), password: decomposed, pseudo: 'two' });
    for (const name of ['one', 'two']) {
      for (const password of [composed, decomposed]) await service.login({ email: emailOf(name), password });
    }
  });

  it('is hashed again at a correct login when the cost has grown, never at a failed one', async () => {
    const { service, ports, user } = await opened();
    const stronger = memoryPasswordHasher({ cost: 2 });
    const before = (await ports.users.findById(user.id))?.mdpHash;
    const upgraded = openWorld({ replace: { ...ports, hasher: stronger } }).service;
    await refusal(upgraded.login({ ...GOOD, password: 'wrong' }));
    expect((await ports.users.findById(user.id))?.mdpHash).toBe(before);
    const { token } = await service.login(GOOD);
    await upgraded.login(GOOD);
    expect(await ports.users.findById(user.id)).toMatchObject({
      mdpHash: expect.stringContaining('c=2'),
      credentialsVersion: 1,
    });
    await service.authenticate(token);
    await upgraded.login(GOOD);
  });
});

describe('an unknown e-mail', () => {
  it('gets the same answer as a wrong password, with the same work', async () => {
    const calls: string[] = [];
    const { service } = await opened({ step: noting(calls) });
    await refusal(service.login({ ...GOOD, password: 'wrong' })); // reads the parameters of the stored hashes, which happens once a minute
    calls.length = 0;
    const answers = [await caught(service.login({ ...GOOD, password: 'wrong' }))];
    const known = calls.splice(0);
    answers.push(await caught(service.login({ ...GOOD, email: emailOf('nobody') })));
    expect(calls).toEqual(known);
    expect(calls.filter((call) => call === 'hasher.verify')).toHaveLength(1);
    expect(answers[0]).toEqual(answers[1]);
  });

  it('includes the e-mail of a user who is being deleted', async () => {
    const { service, ports, user } = await opened();
    await ports.users.markDeleted(user.id);
    expect(await refusal(service.login(GOOD))).toBe(Invalid_credentials);
  });
});

async function caught(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail('resolved'),
    (error: { code: string; data: unknown; message: string }) => [error.code, error.data, error.message],
  );
}
