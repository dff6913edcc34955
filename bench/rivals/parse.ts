import { startScript } from '../http/serverProcess.ts';
import { PASSWORD, parsed, post, type Rival } from './rival.ts';

const app = { 'X-Parse-Application-Id': 'bench' };

export async function parse(sourceCode: unknown, mongoUrl: string): Promise<Rival> {
  return {
    name: 'Parse Server, MongoDB',
    server: await startScript('parseServer.ts', { env: { BENCH_MONGODB_URL: mongoUrl } }),
    signUp: (email) => post('/parse/users', { username: email, email, password: PASSWORD }, { headers: app }),
    login: (email) => post('/parse/login', { username: email, password: PASSWORD }, { headers: app }),
    member(_head, body) {
      const { sessionToken, objectId } = parsed<{ sessionToken: string; objectId: string }>(body);
      const headers = { ...app, 'X-Parse-Session-Token': sessionToken };
      const ACL = { [objectId]: { read: true, write: true } };
      return {
        session: { method: 'GET', path: '/parse/users/me', headers },
        documents: {
          create: post('/parse/classes/Algo', { nom: 'Tri rapide', sourceCode, ACL }, { headers }),
          on(created) {
            const path = `/parse/classes/Algo/${parsed<{ objectId: string }>(created).objectId}`;
            let saves = 0;
            return {
              read: { method: 'GET', path, headers },
              get update() {
                saves += 1; // each saves another source code
                return {
                  ...post(path, { nom: 'Tri rapide', sourceCode: { saves, sourceCode } }, { headers }),
                  method: 'PUT',
                };
              },
              remove: { method: 'DELETE', path, headers },
            };
          },
          list: { method: 'GET', path: '/parse/classes/Algo?limit=100&order=objectId&keys=nom', headers },
        },
      };
    },
  };
}
