import { type Service, UnavailableError } from '@algotheque/domain';
import { emailOf, PASSWORD, register } from '../../../../domain/test/support/world.ts';
import { algo, type People } from './people.ts';
import type { State } from './state.ts';

export interface ModelledOperation {
  readonly operate: (service: Service, people: People) => Promise<unknown>;
  /** A second state that is right after the operation; `after` is the state without an interruption. */
  readonly orElse?: (after: State) => State;
}

const NEW = 'battery staple';

/** If the own session does not get the new version, it ends like the others, and its user logs in again. */
const withoutOwnSession = (after: State): State => ({
  ...after,
  sessions: after.sessions.filter((name) => !name.startsWith('own ')),
});

/** Of two updates only the first was made. */
const afterTheFirst = (after: State): State => ({
  ...after,
  algos: after.algos
    .map((text) =>
      text
        .replace(/^renamed (\d+)/, (_found, version: string) => `between ${Number(version) - 1}`)
        .replace('"renamed"', '"between"'),
    )
    .sort(),
});

/** Every operation that changes something, on the users and algorithms of `addPeople`. */
export const OPERATIONS: Readonly<Record<string, ModelledOperation>> = {
  'a registration': { operate: (service) => register({ service }, 'eve') },
  'a confirmation': { operate: (service, { confirmation }) => service.confirmUser(confirmation) },
  'a login': {
    operate: (service) => service.login({ email: emailOf('ada'), password: PASSWORD }, { address: '192.0.2.7' }),
  },
  'a logout': { operate: (service, { ada }) => service.logout(ada) },
  'a new password': {
    operate: (service, { ada }) =>
      service.updateUser({ id: 1, changes: { currentPassword: PASSWORD, newPassword: NEW } }, ada),
    orElse: withoutOwnSession,
  },
  'a recovery and a reset': {
    async operate(service, { mailer }) {
      await service.recoverPassword({ email: emailOf('ada') });
      const mail = mailer.sent.map((sent) => sent.mail).findLast(({ kind }) => kind === 'recover');
      if (mail?.kind !== 'recover') throw new UnavailableError(); // the answer does not tell whether a mail was sent
      await service.resetPassword({ token: mail.token, changes: { password: NEW } });
    },
  },
  'a creation': { operate: (service, { ada }) => service.createAlgo({ ...algo('new'), ownerId: 1 }, ada) },
  'an update': { operate: (service, { ada }) => service.updateAlgo({ id: 3, changes: algo('renamed') }, ada) },
  'two updates': {
    async operate(service, { ada }) {
      await service.updateAlgo({ id: 3, changes: algo('between') }, ada);
      await service.updateAlgo({ id: 3, changes: algo('renamed') }, ada);
    },
    orElse: afterTheFirst,
  },
  'a sharing': {
    operate: (service, { ada }) =>
      service.updateAlgo(
        { id: 2, changes: { ...algo('second'), permsAlgorithme: [{ idUtilisateur: 2, droits: 'ReadWrite' }] } },
        ada,
      ),
  },
  'a leaving': { operate: (service, { ada }) => service.leaveAlgo({ id: 3 }, ada) },
  'the deletion of an algorithm': { operate: (service, { ada }) => service.deleteAlgo({ id: 1 }, ada) },
  'the deletion of a user': { operate: (service, { ada }) => service.deleteUser({ id: 1 }, ada) },
};
