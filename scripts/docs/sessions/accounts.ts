import type { Recorder } from '../recorder.ts';

/** The two users of the session: their ids, and their access tokens. */
export interface People {
  readonly ada: Person;
  readonly grace: Person;
}

export interface Person {
  readonly id: number;
  readonly token: string;
}

const ADA = { pseudo: 'Ada', email: 'ada@example.org', password: 'analytical engine' };
const ALAN = { pseudo: 'Alan', email: 'alan@example.org', password: 'computable numbers' };
const GRACE = { pseudo: 'Grace', email: 'grace@example.org', password: 'first compiler' };

/** Ada and Grace register, confirm, recover a password, log in and change themselves. */
export async function accounts(recorder: Recorder): Promise<People> {
  await recorder.call('registerUser', 'POST /api/users/register', { json: ADA });
  await recorder.call('confirmationForm', 'GET /api/users/confirm');
  await recorder.call('resendConfirmation', 'POST /api/users/confirm', { json: { email: ADA.email } });
  const link = `GET /api/users/confirm/${recorder.mailedToken()}`;
  await recorder.call('confirmUser', link);
  await recorder.call('confirmUser', link);
  await recorder.call('recoveryForm', 'GET /api/users/recover');
  await recorder.call('recoverPassword', 'POST /api/users/recover', { json: { email: ADA.email } });
  const recovery = recorder.mailedToken();
  await recorder.call('checkRecovery', `GET /api/users/recover/${recovery}`);
  await recorder.call('resetPassword', `POST /api/users/recover/${recovery}`, { json: { password: ADA.password } });
  await recorder.call('checkRecovery', `GET /api/users/recover/${recovery}`);
  const ada = await loggedIn(recorder, ADA);
  const { email, password } = ADA;
  await recorder.call('loginByCookie', 'POST /api/users/login/cookie', { json: { email, password } });
  await recorder.call('registerUser', 'POST /api/users/register', { json: GRACE });
  const grace = await loggedIn(recorder, GRACE);
  await recorder.call('getUser', `GET /api/users/${ada.id}`, ada);
  await recorder.call('getUser', `GET /api/users/${ada.id}`, grace);
  await recorder.call('getOwnUser', 'GET /api/users/me', ada);
  await sessions(recorder, ada);
  const json = { currentPassword: ADA.password, pseudo: 'Ada Lovelace', urlPfp: 'https://example.org/ada.png' };
  await recorder.call('updateUser', `PUT /api/users/${ada.id}`, { ...ada, json });
  const pseudo = { currentPassword: ADA.password, pseudo: 'Ada' };
  await recorder.call('patchUser', `PATCH /api/users/${ada.id}`, { ...ada, json: pseudo });
  await otherAddress(recorder);
  return { ada, grace };
}

/** Alan changes his address, and takes the old one back. */
async function otherAddress(recorder: Recorder): Promise<void> {
  await recorder.call('registerUser', 'POST /api/users/register', { json: ALAN });
  const alan = await loggedIn(recorder, ALAN);
  const json = { currentPassword: ALAN.password, newEmail: 'alan@example.net' };
  await recorder.call('requestEmail', `POST /api/users/${alan.id}/email`, { ...alan, json });
  const link = recorder.mailedToken();
  await recorder.call('checkEmail', `GET /api/users/email/${link}`);
  await recorder.call('changeEmail', `POST /api/users/email/${link}`);
  await recorder.call('changeEmail', `POST /api/users/email/${link}`);
  const back = recorder.mailedToken();
  await recorder.call('checkEmailBack', `GET /api/users/email/back/${back}`);
  await recorder.call('takeBackEmail', `POST /api/users/email/back/${back}`);
}

const FIREFOX = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** Ada logs in with a browser too, looks at her sessions, and ends all but one. */
async function sessions(recorder: Recorder, ada: Person): Promise<void> {
  const path = `/api/users/${ada.id}/sessions`;
  const { email, password } = ADA;
  await recorder.call('login', 'POST /api/users/login', { json: { email, password }, headers: FIREFOX });
  const data = await recorder.call('listSessions', `GET ${path}`, ada);
  const listed = data as readonly { sessionId: string; isCurrent: boolean }[]; // as the list declares it
  const other = listed.find(({ isCurrent }) => !isCurrent);
  await recorder.call('endSession', `DELETE ${path}/${other?.sessionId}`, ada);
  await recorder.call('endSession', `DELETE ${path}/${other?.sessionId}`, ada);
  await recorder.call('endSessions', `DELETE ${path}`, ada);
}

async function loggedIn(recorder: Recorder, { email, password }: typeof ADA): Promise<Person> {
  const data = await recorder.call('login', 'POST /api/users/login', { json: { email, password } });
  const { token, utilisateur } = data as { token: string; utilisateur: { id: number } }; // as the login declares it
  return { id: utilisateur.id, token };
}
