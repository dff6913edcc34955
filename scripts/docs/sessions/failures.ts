import type { Recorder } from '../recorder.ts';
import type { People } from './accounts.ts';

const FAILED_LOGINS = 11;

/** What goes wrong in other ways, and the end of both accounts. */
export async function failures(recorder: Recorder, { ada, grace }: People): Promise<void> {
  const register = 'POST /api/users/register';
  await recorder.call('registerUser', register, {
    json: { pseudo: 'Ada', email: 'ada@example.org', password: 'analytical' },
  });
  await recorder.call('registerUser', register, { json: { pseudo: 'Al', email: 'alan', password: 'short' } });
  await recorder.call('registerUser', register, { json: { pseudo: 'Alan' } });
  await recorder.call('updateUser', `PUT /api/users/${ada.id}`, { ...grace, json: { currentPassword: 'x' } });
  await recorder.call('updateUser', `PUT /api/users/${ada.id}`, { ...ada, json: { currentPassword: 'x' } });
  await recorder.call('deleteUser', `DELETE /api/users/${ada.id}`, grace);
  await recorder.call('listSessions', `GET /api/users/${ada.id}/sessions`, grace);
  await recorder.call('getUser', 'GET /api/users/99', ada);
  for (let left = FAILED_LOGINS; left > 0; left -= 1) {
    await recorder.call('login', 'POST /api/users/login', { json: { email: 'ada@example.org', password: 'wrong' } });
  }
  await recorder.call('logout', 'POST /api/users/logout', grace);
  await recorder.call('logout', 'POST /api/users/logout', grace);
  await recorder.call('deleteUser', `DELETE /api/users/${ada.id}`, ada);
  await recorder.call('alive', 'GET /healthz');
  await recorder.call('ready', 'GET /readyz');
}
