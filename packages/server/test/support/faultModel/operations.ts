import { type MailWithToken, type Service, UnavailableError } from '@algotheque/domain';
import { emailOf, exported, imported, PASSWORD, register } from '@algotheque/testing/worlds';
import { algo, type People } from './people.ts';
import type { State } from './state.ts';

export interface ModelledOperation {
  readonly operate: (service: Service, people: People) => Promise<unknown>;
  /** Further states that are right after the operation; `after` is the state without an interruption, `before` that before it. */
  readonly orElse?: (after: State, before: State) => State | readonly State[];
  /** Whether an interrupted operation, done again, leaves what it leaves without an interruption. Default: false. */
  readonly isCompletedByRepetition?: boolean;
}

const NEW = 'battery staple';

/** If the own session does not get the new version, it ends like the others, and its user logs in again. */
const withoutOwnSession = (after: State): State => ({
  ...after,
  sessions: after.sessions.filter((name) => !name.startsWith('own ')),
});

/** A withdrawal of rights that was interrupted is repeated, and gives the algorithms that it had visited one more version. */
const visitedAgain = ({ algos, ...rest }: State): readonly State[] =>
  algos
    .reduce<readonly (readonly string[])[]>(
      (states, text) => {
        const again = text.replace(ADAS, (_found, name: string, version: string) => `${name} ${Number(version) + 1}`);
        return states.flatMap((texts) => (again === text ? [text] : [text, again]).map((one) => [...texts, one]));
      },
      [[]],
    )
    .map((texts) => ({ ...rest, algos: texts.toSorted() }));

/** Name and version of an algorithm of Ada. */
const ADAS = new RegExp(`^(\\w+) (\\d+)(?= ${emailOf('ada')})`);

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
  versions: withoutVersion(after, 'between').versions.map((text) => text.replace('of renamed', 'of between')),
});

/** The disk has refused the former content of this name, and taken the change. */
const withoutVersion = (after: State, name: string): State => ({
  ...after,
  versions: after.versions.filter((text) => !text.startsWith(`{"nom":"${name}"}`)),
});

const askForMoved = (service: Service, { ada }: People): Promise<void> =>
  service.requestEmail({ id: 1, changes: { currentPassword: PASSWORD, newEmail: emailOf('moved') } }, ada);

const [ADA, MOVED] = [emailOf('ada'), emailOf('moved')];

/** The address was asked for, and not changed. */
const withPending = (before: State): State => ({
  ...before,
  users: before.users.map((text) => (text.startsWith(ADA) ? `${text} pending ${MOVED}` : text)),
});

/** The address was changed, and not taken back. */
function moved({ users, sessions, algos, folders, bin, versions }: State): State {
  const named = (texts: readonly string[]) => texts.map((text) => text.replaceAll(ADA, MOVED)).sort();
  const [ada, ...others] = users; // the first by name
  const changed = ada?.replace(ADA, MOVED).replace('false', 'true');
  return {
    users: [...others, `${changed} former ${ADA}`].sort(),
    sessions: named(sessions),
    algos: named(algos),
    folders: named(folders),
    bin: named(bin),
    versions,
  };
}

/** The algorithm of this name, two versions later: a share was made that waits, and the mailer has its mail. */
const waitingIn = (before: State, name: string, share: string): State => {
  const later = versionsOn(before, name, 2);
  const algos = later.algos.map((text) => (nameOf(text) === name ? text.replace(' {', ` waits ${share} {`) : text));
  return { ...later, algos: algos.sort() };
};

/** The algorithm of this name has another version. */
const versionsOn = (state: State, name: string, by: number): State => ({
  ...state,
  algos: state.algos
    .map((text) => (nameOf(text) === name ? text.replace(VERSION, (version) => String(Number(version) + by)) : text))
    .sort(),
});

/** Ada has left the algorithm of Bob. */
const withoutAda = (before: State): State => ({
  ...before,
  algos: before.algos
    .map((text) =>
      nameOf(text) === 'bobs'
        ? text
            .replace(VERSION, (version) => String(Number(version) + 1))
            .replace(` ${ADA} ReadWrite`, '')
            .replace(` in 1 of ${ADA}`, '')
        : text,
    )
    .sort(),
});

/** Of an algorithm: the first number. */
const VERSION = /\d+/;

/** The own algorithms of the folder are gone, then those of others are at the top, and it is still there. */
function duringDeletion(after: State, { algos, folders }: State): readonly State[] {
  const names = new Set(after.algos.map(nameOf));
  return [
    { ...after, folders, algos: algos.filter((text) => names.has(nameOf(text))) },
    { ...after, folders },
  ];
}

/** Folders and algorithms of these names come one after the other: perhaps only the first ones are there. */
const withTheFirst =
  (...names: readonly string[]) =>
  (after: State, before: State): readonly State[] =>
    names.map((_name, count) => {
      const isLater = (name: string | undefined): boolean => name !== undefined && names.indexOf(name) >= count;
      return {
        ...after,
        algos: after.algos.filter((text) => before.algos.includes(text) || !isLater(nameOf(text))),
        folders: after.folders.filter((text) => before.folders.includes(text) || !isLater(text.split(' ')[1])),
      };
    });

const nameOf = (text: string): string => text.slice(0, text.indexOf(' '));

/** The token of the last mail of a kind; no mail may have been sent. */
function lastToken({ mailer }: People, kind: MailWithToken): string {
  const mail = mailer.sent.map((sent) => sent.mail).findLast((sent) => sent.kind === kind);
  if (mail === undefined || !('token' in mail)) throw new UnavailableError();
  return mail.token;
}

/** A folder that is not there, in one that is; an algorithm that is there, and two that are not. */
const ARCHIVE = {
  'shared.json': '{"nom":"shared"}',
  'drafts/made/imported.json': '{"nom":"imported"}',
  'drafts/last.json': '{"nom":"last"}',
};

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
    orElse: visitedAgain,
  },
  'a request for another e-mail address': { operate: askForMoved },
  'a change of the e-mail address, and the old one taken back': {
    async operate(service, people) {
      await askForMoved(service, people);
      await service.changeEmail(lastToken(people, 'change_email'));
      await service.takeBackEmail(lastToken(people, 'email_changed'));
    },
    orElse: (after, before) => [withPending(before), moved(before), ...visitedAgain(after)], // the address was not confirmed
  },
  'a creation': { operate: (service, { ada }) => service.createAlgo({ ...algo('new'), ownerId: 1 }, ada) },
  'a creation in a folder': {
    operate: (service, { ada }) => service.createAlgo({ ...algo('new'), ownerId: 1, dossierId: 2 }, ada),
  },
  'a copy': { operate: (service, { ada }) => service.copyAlgo({ id: 3 }, ada) },
  'an import': {
    operate: (service, { ada }) => imported({ service }, ada, ARCHIVE),
    orElse: withTheFirst('made', 'imported', 'last'),
    isCompletedByRepetition: true,
  },
  'an export, and its import by another user': {
    operate: async (service, { ada, bob }) => imported({ service }, bob, await exported({ service }, ada)),
    orElse: withTheFirst('drafts', 'inner', 'shared', 'second'),
    isCompletedByRepetition: true,
  },
  'an update': {
    operate: (service, { ada }) => service.updateAlgo({ id: 3, changes: algo('renamed') }, ada),
    orElse: (after) => withoutVersion(after, 'bobs'),
  },
  'two updates': {
    async operate(service, { ada }) {
      await service.updateAlgo({ id: 3, changes: algo('between') }, ada);
      await service.updateAlgo({ id: 3, changes: algo('renamed') }, ada);
    },
    orElse(after) {
      const first = afterTheFirst(after);
      return [first, withoutVersion(first, 'bobs'), withoutVersion(after, 'bobs'), withoutVersion(after, 'between')];
    },
  },
  'a sharing': {
    operate: (service, { ada }) =>
      service.updateAlgo(
        { id: 2, changes: { ...algo('second'), permsAlgorithme: [{ idUtilisateur: 2, droits: 'ReadWrite' }] } },
        ada,
      ),
  },
  'a share with a user': {
    operate: (service, { ada }) => service.shareAlgo({ id: 2, share: { idUtilisateur: 2, droits: 'Read' } }, ada),
  },
  'a share with an address': {
    operate: (service, { ada }) => service.shareAlgo({ id: 2, share: { email: emailOf('eve'), droits: 'Read' } }, ada),
  },
  'a share with an address, and its withdrawal': {
    async operate(service, { ada }) {
      await service.shareAlgo({ id: 2, share: { email: emailOf('eve'), droits: 'Read' } }, ada);
      await service.endWaitingShare({ id: 2, share: { email: emailOf('eve') } }, ada);
    },
    // The withdrawal may come before the mail, which has no effect then.
    orElse: (after, before) => [waitingIn(before, 'second', `${emailOf('eve')} Read`), versionsOn(after, 'second', -1)],
  },
  'a share with an address, and its acceptance': {
    async operate(service, { ada, bob, tokens }) {
      await service.leaveAlgo({ id: 3 }, ada);
      await service.shareAlgo({ id: 3, share: { email: ADA, droits: 'Read' } }, bob);
      const claims = { userId: 2, purpose: 'invitation', version: 1, adresseMail: ADA } as const;
      const token = await tokens.make({ ...claims, dateExpiration: ada.session.dateExpiration });
      await service.acceptInvitation(token, ada);
    },
    // The acceptance may come before the mail, which has no effect then.
    orElse(after, before) {
      const left = withoutAda(before);
      return [left, waitingIn(left, 'bobs', `${ADA} Read`), versionsOn(after, 'bobs', -1)];
    },
  },
  'the end of a share': { operate: (service, { ada }) => service.endShare({ id: 1, idUtilisateur: 2 }, ada) },
  'a leaving of all of an owner': { operate: (service, { ada }) => service.leaveOwner({ id: 2 }, ada) },
  'a leaving': { operate: (service, { ada }) => service.leaveAlgo({ id: 3 }, ada) },
  'a new folder': { operate: (service, { ada }) => service.createFolder({ folder: { nom: 'new', parentId: 1 } }, ada) },
  'another name and place of a folder': {
    operate: (service, { ada }) => service.updateFolder({ id: 2, changes: { nom: 'renamed', parentId: null } }, ada),
  },
  'an algorithm into a folder': {
    operate: (service, { ada }) => service.placeAlgo({ id: 1, place: { dossierId: 2 } }, ada),
  },
  'the deletion of an empty folder': { operate: (service, { ada }) => service.deleteFolder({ id: 2 }, ada) },
  'the deletion of a folder with all in it': {
    operate: (service, { ada }) => service.deleteFolder({ id: 1, which: { recursive: true } }, ada),
    orElse: duringDeletion,
  },
  'the deletion of an algorithm': { operate: (service, { ada }) => service.deleteAlgo({ id: 1 }, ada) },
  'a restoration from the bin': {
    operate: (service, { ada }) => service.restoreAlgo({ id: 4 }, ada),
  },
  'a removal from the bin': {
    operate: (service, { ada }) => service.purgeAlgo({ id: 4 }, ada),
    // Its history ends by its dates.
    orElse: (after, before) => ({
      ...after,
      versions: before.versions.map((text) => text.replace('of binned', 'of nothing')),
    }),
  },
  'the deletion of a user': { operate: (service, { ada }) => service.deleteUser({ id: 1 }, ada) },
};
