import { describe, expect, it } from 'vitest';
import { withVerified } from '../../src/index.ts';
import { failing } from '../support/intercept.ts';
import { emailOf, mailedToken, openWorld } from '../support/world.ts';

const MINUTE = 60_000;

describe('confirmation mails that are due', () => {
  const owing = async () => {
    const { ports, clock } = openWorld();
    const down = openWorld({ replace: ports, step: failing('mailer.') });
    await down.service.registerUser(
      { email: emailOf('ada'), password: 'correct horse', pseudo: 'ada' },
      { locale: 'fr' },
    );
    return { ports, clock, service: openWorld({ replace: ports }).service };
  };

  it('are sent once after a minute, in the language of the registration', async () => {
    const { ports, clock, service } = await owing();
    clock.advance(MINUTE);
    await service.resumeWork();
    expect(ports.mailer.sent).toEqual([]);
    clock.advance(1);
    await service.resumeWork();
    await service.resumeWork();
    expect(ports.mailer.sent).toMatchObject([
      { recipient: { adresseMail: emailOf('ada'), locale: 'fr' }, mail: { kind: 'confirm' } },
    ]);
    expect(await service.confirmUser(mailedToken({ ports }, 'confirm'))).toMatchObject({ isVerified: true });
  });

  it('have a lifetime that starts when they are sent', async () => {
    const { ports, clock, service } = await owing();
    clock.advance(48 * 60 * MINUTE);
    await service.resumeWork();
    await service.confirmUser(mailedToken({ ports }, 'confirm'));
  });

  it('are not sent to a user who is confirmed or deleted', async () => {
    const [one, other] = [await owing(), await owing()];
    await one.ports.users.change(1, withVerified);
    await other.ports.users.markDeleted(1);
    for (const { ports, clock, service } of [one, other]) {
      clock.advance(2 * MINUTE);
      await service.resumeWork();
      expect(ports.mailer.sent).toEqual([]);
    }
  });

  it('that cannot be sent are reported, and sent in the next round', async () => {
    const { ports, clock } = await owing();
    clock.advance(2 * MINUTE);
    const down = openWorld({ replace: ports, step: failing('mailer.') });
    await down.service.resumeWork();
    expect(down.problems).toEqual(['confirmation mail']);
    await openWorld({ replace: ports }).service.resumeWork();
    expect(ports.mailer.sent).toHaveLength(1);
  });
});
