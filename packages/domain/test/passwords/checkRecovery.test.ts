import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { emailOf, logIn, mailedToken, PASSWORD, refusal, tally } from '../support/world.ts';
import { recovering } from './recovering.ts';

const { Invalid_token } = Responses.User;
const MINUTE = 60_000;

describe('a recovery token', () => {
  it('works once in 50 requests at once', async () => {
    const { world, reset } = await recovering();
    const passwords = Array.from({ length: 50 }, (_, index) => `new password ${index}`);
    const all = passwords.map((password) => reset({ changes: { password } }));
    expect(await tally(all)).toEqual({ resolved: 1, [Invalid_token]: 49 });
    const settled = await Promise.allSettled(all);
    const winner = settled.findIndex(({ status }) => status === 'fulfilled');
    await logIn(world, 'ada', passwords[winner]);
    expect(world.ports.mailer.sent.filter(({ mail }) => mail.kind === 'account_recovered')).toHaveLength(1);
  });

  it('lasts 30 minutes', async () => {
    const { service, clock, token, reset } = await recovering();
    clock.advance(30 * MINUTE - 1_000);
    await service.checkRecovery(token);
    clock.advance(1_000);
    expect(await refusal(service.checkRecovery(token))).toBe(Invalid_token);
    expect(await refusal(reset())).toBe(Invalid_token);
  });

  it('that ends later than one made now is refused: it is forged, or a clock was ahead', async () => {
    const { service, ports, clock, user, reset } = await recovering();
    const make = (inMs: number) =>
      ports.mailTokens.make({
        userId: user.id,
        purpose: 'recover',
        version: 1,
        dateExpiration: clock.now() + 30 * MINUTE + inMs,
      });
    for (const token of [await make(3_650 * 86_400_000), await make(61_000)]) {
      expect(await refusal(service.checkRecovery(token))).toBe(Invalid_token);
      expect(await refusal(reset({ token }))).toBe(Invalid_token);
    }
    const tolerated = await make(60_000);
    await service.checkRecovery(tolerated);
    await reset({ token: tolerated });
  });

  it('can be checked any number of times without an effect', async () => {
    const { service, data, token, reset } = await recovering();
    const held = data.dump();
    for (let count = 0; count < 5; count += 1)
      expect(await service.checkRecovery(token)).toEqual({ adresseMail: emailOf('ada') });
    expect(data.dump()).toBe(held);
    await reset();
  });

  it('cannot be a confirmation token', async () => {
    const { world, service, reset } = await recovering();
    const confirm = mailedToken(world, 'confirm');
    expect(await refusal(service.checkRecovery(confirm))).toBe(Invalid_token);
    expect(await refusal(reset({ token: confirm }))).toBe(Invalid_token);
  });

  it('becomes invalid by a new password, set in either way', async () => {
    const { world, service, user, token, reset } = await recovering();
    await service.recoverPassword({ email: emailOf('ada') });
    const { caller } = await logIn(world, 'ada');
    await service.updateUser({ id: user.id, changes: { currentPassword: PASSWORD, newPassword: 'a new one' } }, caller);
    expect(await refusal(reset())).toBe(Invalid_token);
    expect(await refusal(reset({ token: mailedToken(world, 'recover') }))).toBe(Invalid_token);
    expect(await refusal(service.checkRecovery(token))).toBe(Invalid_token);
  });

  it('becomes invalid when its user is deleted', async () => {
    const { ports, user, reset, service, token } = await recovering();
    await ports.users.markDeleted(user.id);
    expect(await refusal(service.checkRecovery(token))).toBe(Invalid_token);
    expect(await refusal(reset())).toBe(Invalid_token);
  });
});
