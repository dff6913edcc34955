import { startOurs } from '../http/serverProcess.ts';
import { PASSWORD, parsed, post, type Rival } from './rival.ts';

/** Our server: embedded, or with records and contents in the MongoDB at a URL. */
export async function ours(sourceCode: unknown, mongoUrl?: string): Promise<Rival> {
  const env = mongoUrl === undefined ? {} : { ALGOTHEQUE_STORE_URL: mongoUrl, ALGOTHEQUE_FILES_URL: 'mongodb:' };
  return {
    name: mongoUrl === undefined ? 'Algotheque, SQLite' : 'Algotheque, MongoDB',
    server: await startOurs({ env }),
    signUp: (email) => post('/api/users/register', { email, password: PASSWORD, pseudo: 'Someone' }),
    login: (email) => post('/api/users/login', { email, password: PASSWORD }),
    member(_head, body) {
      const { token, utilisateur } = parsed<{ data: { token: string; utilisateur: { id: number } } }>(body).data;
      return {
        session: { method: 'GET', path: `/api/users/${utilisateur.id}`, token },
        documents: {
          create: post('/api/algos', { nom: 'Tri rapide', ownerId: utilisateur.id, sourceCode }, { token }),
          on(created) {
            const path = `/api/algos/${parsed<{ data: { id: number } }>(created).data.id}`;
            let saves = 0;
            return {
              read: { method: 'GET', path, token },
              get update() {
                saves += 1; // each saves another source code
                return {
                  ...post(path, { nom: 'Tri rapide', sourceCode: { saves, sourceCode } }, { token }),
                  method: 'PUT',
                };
              },
              remove: { method: 'DELETE', path, token },
            };
          },
          list: { method: 'GET', path: `/api/algos/byUserId/${utilisateur.id}?limit=100`, token },
        },
      };
    },
  };
}
