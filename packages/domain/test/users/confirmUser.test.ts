import { describe, expect, it } from 'vitest';
import { changedUser, Responses } from '../../src/index.ts';
import { before, failing } from '../support/intercept.ts';
import { emailOf, mailedToken, openRegistered, openWorld, refusal, register, tally } from '../support/world.ts';

const { Invalid_token, Not_found, Already_confirmed } = Responses.User;
const DAY = 86_400_000;

async function registered() {
  const world = openWorld();
  const user = await register(world, 'ada');
  return { ...world, user, token: mailedToken(world, 'confirm') };
}

describe('confirmation', () => {
  it('marks the user of the token as verified', async () => {
    const { service, ports, user, token } = await registered();
    expect(await service.confirmUser(token)).toEqual({ ...user, isVerified: true });
    expect(await ports.users.findById(user.id)).toMatchObject({ isVerified: true, due: [] });
  });

  it('is audited', async () => {
    const { service, ports, user, token } = await registered();
    await service.confirmUser(token, { address: '192.0.2.1' });
    const event = { action: 'user.confirmed', actorId: user.id, targetId: user.id, address: '192.0.2.1' };
    expect(ports.audit.events.at(-1)).toMatchObject(event);
  });

  it('works once', async () => {
    const { service, token } = await registered();
    await service.confirmUser(token);
    expect(await refusal(service.confirmUser(token))).toBe(Already_confirmed);
  });

  it('works once in 50 requests at once', async () => {
    const { service, token } = await registered();
    const all = Array.from({ length: 50 }, () => service.confirmUser(token));
    expect(await tally(all)).toEqual({ resolved: 1, [Already_confirmed]: 49 });
  });

  it('lasts 24 hours', async () => {
    const { service, clock, token } = await registered();
    clock.advance(DAY - 1_000);
    await service.confirmUser(token);
    const late = await registered();
    late.clock.advance(DAY);
    expect(await refusal(late.service.confirmUser(late.token))).toBe(Invalid_token);
  });

  it('lasts for the time of the policy', async () => {
    const world = await openRegistered({ policy: { confirmTtlMs: 5_000 } });
    world.clock.advance(5_000);
    expect(await refusal(world.service.confirmUser(mailedToken(world, 'confirm')))).toBe(Invalid_token);
  });

  it('refuses a valid token that ends later than one made now, until its end is within the lifetime', async () => {
    const { service, ports, clock, user } = await registered();
    const make = (inMs: number) =>
      ports.mailTokens.make({
        userId: user.id,
        purpose: 'confirm',
        version: 1,
        dateExpiration: clock.now() + DAY + inMs,
      });
    const [decade, tooLate, tolerated] = [await make(3_650 * DAY), await make(61_000), await make(60_000)];
    expect(await refusal(service.confirmUser(decade))).toBe(Invalid_token);
    expect(await refusal(service.confirmUser(tooLate))).toBe(Invalid_token);
    expect(await ports.users.findById(user.id)).toMatchObject({ isVerified: false });
    expect(await service.confirmUser(tolerated)).toMatchObject({ isVerified: true });
    clock.advance(1_000);
    expect(await refusal(service.confirmUser(tooLate))).toBe(Already_confirmed);
  });

  it('is possible after a new password', async () => {
    const { service, ports, user, token } = await registered();
    await ports.users.change(user.id, (now) => changedUser(now, 1, { mdpHash: 'another' }));
    expect(await service.confirmUser(token)).toMatchObject({ isVerified: true });
  });

  it('finds no user who is deleted, or being deleted', async () => {
    const { service, ports, user, token } = await registered();
    await ports.users.markDeleted(user.id);
    expect(await refusal(service.confirmUser(token))).toBe(Not_found);
    await ports.users.delete(user.id);
    expect(await refusal(service.confirmUser(token))).toBe(Not_found);
  });

  it('fails for a user who is deleted in this moment', async () => {
    const step = before('users.change', () => world.ports.users.markDeleted(1));
    const world = await openRegistered({ step });
    expect(await refusal(world.service.confirmUser(mailedToken(world, 'confirm')))).toBe(Not_found);
  });

  it('refuses a recovery token', async () => {
    const { service, ports, user, ...world } = await registered();
    await service.recoverPassword({ email: emailOf('ada') });
    expect(await refusal(service.confirmUser(mailedToken({ ports, ...world }, 'recover')))).toBe(Invalid_token);
    expect(await ports.users.findById(user.id)).toMatchObject({ isVerified: false });
  });

  it('fails when the store is down', async () => {
    const world = await openRegistered({ step: failing('users.change') });
    const answer = refusal(world.service.confirmUser(mailedToken(world, 'confirm')));
    expect(await answer).toBe(Responses.General.Unavailable);
  });
});
