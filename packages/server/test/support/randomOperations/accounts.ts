import { Responses } from '@algotheque/domain';
import { emailOf } from '@algotheque/testing/worlds';
import fc from 'fast-check';
import { type Command, command, inSession, pickedRather, type Weighted } from './command.ts';
import type { ModelUser } from './model.ts';

const { Email_already_exists, Invalid_credentials, Wrong_password } = Responses.User;

/** Few, so that operations meet each other. */
const name = fc.constantFrom('ada', 'bob', 'eve');
const password = fc.constantFrom('correct horse', 'battery staple');
const pick = fc.nat(99);
/** Longer than work is left to an answer before the background does it. */
const SOON = 61_000;

const registered = (name: string, password: string): Command =>
  command(`register ${name} ${password}`, (model) => {
    const isTaken = model.userNamed(name) !== undefined;
    const tree = { version: 0, lastId: 0, folders: [] };
    if (!isTaken) model.users.push({ name, password, isConfirmed: false, isDeleted: false, tree });
    return {
      expected: isTaken ? Email_already_exists : { pseudo: name },
      async perform({ service, users }) {
        const { id, pseudo } = await service().registerUser({ email: emailOf(name), password, pseudo: name });
        users.push(id);
        return { pseudo };
      },
    };
  });

const loggedIn = (name: string, password: string): Command =>
  command(`log in ${name} ${password}`, (model) => {
    const user = model.userNamed(name);
    const isRight = user?.password === password;
    if (user !== undefined && isRight) model.sessions.push({ user, isOver: false });
    return {
      expected: isRight ? { pseudo: name } : Invalid_credentials,
      async perform({ service, tokens }) {
        const { token, utilisateur } = await service().login(
          { email: emailOf(name), password },
          { address: '192.0.2.7' },
        );
        tokens.push(token);
        return { pseudo: utilisateur.pseudo };
      },
    };
  });

const logout = pick.map((pick) =>
  inSession('log out', pick, ({ session }) => {
    session.isOver = true;
    return { expected: 'done', perform: ({ service, caller }) => service.logout(caller) };
  }),
);

const newPassword = fc.tuple(pick, password, password).map(([pick, current, next]) =>
  inSession(`change ${current} to ${next}`, pick, ({ model, session, user }) => {
    const isRight = user.password === current;
    if (isRight) {
      user.password = next;
      model.endSessions(user, session);
    }
    return {
      expected: isRight ? { pseudo: user.name } : Wrong_password,
      async perform({ service, caller, idOf }) {
        const input = { id: idOf(user), changes: { currentPassword: current, newPassword: next } };
        const { pseudo } = await service.updateUser(input, caller);
        return { pseudo };
      },
    };
  }),
);

const recovery = fc.tuple(name, password).map(([name, password]) =>
  command(`recover ${name} with ${password}`, (model) => {
    const user = model.userNamed(name);
    if (user !== undefined) model.resetPassword(user, password);
    return {
      expected: user === undefined ? 'no mail' : 'done',
      async perform({ service, mailer, wait }) {
        const before = mailer.sent.length;
        await service().recoverPassword({ email: emailOf(name) });
        const mail = mailer.sent[before]?.mail;
        if (mail?.kind !== 'recover') return 'no mail';
        await service().resetPassword({ token: mail.token, changes: { password } });
        await wait(SOON); // an answer gives what waits for the address on some records
        return 'done';
      },
    };
  }),
);

/** Rather of an address for which something waits. */
const confirmation = pick.map((pick) =>
  command(`confirm ${pick}`, (model) => {
    const isAwaited = ({ name, isConfirmed, isDeleted }: ModelUser): boolean =>
      !isConfirmed && !isDeleted && model.algos.some(({ waiting }) => waiting.has(name));
    const { name } = pickedRather(model.users, pick, isAwaited);
    const user = model.userNamed(name);
    const isDue = user?.isConfirmed === false;
    if (isDue) user.isConfirmed = true;
    return {
      expected: isDue ? 'done' : 'no mail',
      async perform({ service, mailer, wait }) {
        const before = mailer.sent.length;
        await service().resendConfirmation({ email: emailOf(name) });
        const mail = mailer.sent[before]?.mail;
        if (mail?.kind !== 'confirm') return 'no mail';
        await service().confirmUser(mail.token);
        await wait(SOON);
        return 'done';
      },
    };
  }),
);

const deletion = pick.map((pick) =>
  inSession('delete the user', pick, ({ model, user }) => {
    model.deleteUser(user);
    return {
      expected: 'done',
      perform: ({ service, caller, idOf }) => service.deleteUser({ id: idOf(user) }, caller),
    };
  }),
);

const restart = fc
  .constantFrom('stop' as const, 'kill' as const)
  .map((end) => command(`${end} and start`, () => ({ expected: 'done', perform: (side) => side.restart(end) })));

/** Less than the idle time of a session, also a hundred times. */
const shortTime = fc.constant(
  command('wait 11 minutes', () => ({ expected: 'done', perform: (side) => side.wait(11 * 60_000) })),
);

/** More than the longest time of a session. */
const longTime = fc.constant(
  command('wait 31 days', (model) => {
    model.endAllSessions();
    model.endWaitingShares();
    return { expected: 'done', perform: (side) => side.wait(31 * 86_400_000) };
  }),
);

const registration = fc.tuple(name, password).map(([name, password]) => registered(name, password));
const login = fc.tuple(name, password).map(([name, password]) => loggedIn(name, password));

/** Every run begins with these: most operations need a session. */
export const FIRST_COMMANDS: readonly Command[] = ['ada', 'bob', 'eve'].flatMap((name) => [
  registered(name, 'correct horse'),
  loggedIn(name, 'correct horse'),
]);

/** Operations on accounts and on the process; a weight and an operation each. */
export const ACCOUNT_COMMANDS: readonly Weighted[] = [
  { weight: 2, arbitrary: registration },
  { weight: 6, arbitrary: login },
  { weight: 1, arbitrary: logout },
  { weight: 2, arbitrary: newPassword },
  { weight: 1, arbitrary: recovery },
  { weight: 4, arbitrary: confirmation },
  { weight: 1, arbitrary: deletion },
  { weight: 4, arbitrary: restart },
  { weight: 3, arbitrary: shortTime },
  { weight: 1, arbitrary: longTime },
];
