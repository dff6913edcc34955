import { describe, expect, it } from 'vitest';
import { OPERATIONS, Responses, type Service } from '../../src/index.ts';
import { emailOf, logIn, mailedToken, openRegistered, refusal, type World } from '../support/world.ts';

const VICTIM = emailOf('ada');
const PERSON = { address: '203.0.113.77' };

/** The calls that an attacker without an account can make, by use case. Each tries to lock the victim out. */
type Attack = (service: Service, address: string, index: number) => Promise<unknown>;
const ATTACKS: Readonly<Partial<Record<keyof Service, Attack>>> = {
  registerUser: (service, address, index) =>
    service.registerUser({ email: VICTIM, password: `password ${index}`, pseudo: 'Eve' }, { address }),
  confirmUser: (service, address, index) => service.confirmUser(`e30.${index}`, { address }),
  resendConfirmation: (service, address, index) =>
    service.resendConfirmation({ email: index % 2 === 0 ? VICTIM : VICTIM.toUpperCase() }, { address }),
  login: (service, address, index) => service.login({ email: VICTIM, password: `guess ${index}` }, { address }),
  authenticate: (service, _address, index) => service.authenticate(`token${index}`),
  recoverPassword: (service, address, index) =>
    service.recoverPassword({ email: index % 2 === 0 ? VICTIM : VICTIM.toUpperCase() }, { address }),
  checkRecovery: (service, _address, index) => service.checkRecovery(`e30.${index}`),
  resetPassword: (service, address, index) =>
    service.resetPassword({ token: `e30.${index}`, changes: { password: `password ${index}` } }, { address }),
  checkEmail: (service, _address, index) => service.checkEmail(`e30.${index}`),
  changeEmail: (service, address, index) => service.changeEmail(`e30.${index}`, { address }),
  checkEmailBack: (service, _address, index) => service.checkEmailBack(`e30.${index}`),
  takeBackEmail: (service, address, index) => service.takeBackEmail(`e30.${index}`, { address }),
  checkInvitation: (service, _address, index) => service.checkInvitation(`e30.${index}`),
  refuseInvitations: (service, _address, index) => service.refuseInvitations(`e30.${index}`),
};

const CROWDS = [
  { addresses: 10, times: 40 },
  { addresses: 100, times: 4 },
];

async function attack({ service }: World, attacks: readonly Attack[], crowd: (typeof CROWDS)[number]): Promise<void> {
  for (let index = 0; index < crowd.addresses * crowd.times; index += 1) {
    const address = `198.51.100.${index % crowd.addresses}`;
    for (const send of attacks) await refusal(send(service, address, index));
  }
}

/** The user asks for a mail, sets a new password with the last mail, and logs in, all from a new address. */
async function recovers(world: World): Promise<void> {
  await world.service.recoverPassword({ email: VICTIM }, PERSON);
  const changes = { password: 'a new password' };
  await world.service.resetPassword({ token: mailedToken(world, 'recover'), changes }, PERSON);
}

const logsIn = ({ service }: World) => service.login({ email: VICTIM, password: 'a new password' }, PERSON);

describe('a person under attack', () => {
  it('is tested with every use case that an anonymous caller can call', () => {
    const open = Object.entries(OPERATIONS).filter(
      ([name, { caller }]) => caller === 'anybody' && name !== 'resumeWork',
    );
    expect(Object.keys(ATTACKS).toSorted()).toEqual(open.map(([name]) => name).toSorted());
  });

  describe.each(CROWDS)('from $addresses addresses, $times times each', (crowd) => {
    const each = Object.entries(ATTACKS).map(([name, send]) => ({ name, attacks: [send] }));
    const all = { name: 'everything', attacks: Object.values(ATTACKS) };

    it.each([...each, all])('by $name can recover the account and log in from a new address', async ({ attacks }) => {
      for (const isConfirmed of [true, false]) {
        const world = await openRegistered();
        if (isConfirmed) await world.service.confirmUser(mailedToken(world, 'confirm'));
        await attack(world, attacks, crowd);
        await recovers(world);
        await attack(world, attacks, crowd);
        expect(await logsIn(world)).toMatchObject({ utilisateur: { adresseMail: VICTIM } });
      }
    });
  });

  it('cannot log in without a reset: the attack is effective', async () => {
    const world = await openRegistered();
    await attack(world, Object.values(ATTACKS), { addresses: 10, times: 40 });
    expect(await refusal(logIn(world, 'ada'))).toBe(Responses.General.Too_many_requests);
  });
});
