import { startScript } from '../http/serverProcess.ts';
import { PASSWORD, post, type Rival } from './rival.ts';

const headers = { Origin: 'http://127.0.0.1' };

export async function betterAuth(): Promise<Rival> {
  return {
    name: 'better-auth, SQLite',
    server: await startScript('betterAuthServer.ts'),
    signUp: (email) => post('/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Someone' }, { headers }),
    login: (email) => post('/api/auth/sign-in/email', { email, password: PASSWORD }, { headers }),
    member(head) {
      const Cookie = /set-cookie: ([^;]+)/i.exec(head)?.[1] ?? '';
      return { session: { method: 'GET', path: '/api/auth/get-session', headers: { Cookie } } };
    },
  };
}
