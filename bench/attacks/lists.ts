import { account, algorithm, registered } from './accounts.ts';
import { ask } from './ask.ts';
import { type Attack, HOLD_MS } from './attack.ts';
import { held, silentSocket } from './silentSockets.ts';

const USERS = 1_000;
const ALGOS = 1_000;

/** A thousand algorithms, each shared with a thousand users: forty lists that their clients do not read. */
const sharedLists: Attack = {
  name: 'shared lists',
  isLimited: false,
  others: 'read',
  async prepare(port) {
    const owner = await account(port, 'attacker@example.org');
    const ids: number[] = [];
    for (let at = 0; at < USERS; at += 4) {
      const group = [at, at + 1, at + 2, at + 3].map((each) => registered(port, `member${each}@example.org`));
      ids.push(...(await Promise.all(group)));
    }
    const permsAlgorithme = ids.map((idUtilisateur) => ({ idUtilisateur, droits: 'Read' }));
    for (let at = 0; at < ALGOS; at += 1) {
      const id = await algorithm(port, owner, { at });
      const body = { nom: 'Shared', sourceCode: { at }, permsAlgorithme };
      const shared = await ask(port, { method: 'PUT', path: `/api/algos/${id}`, body, token: owner.token });
      if (shared.status !== 200) throw new Error(`An algorithm could not be shared: ${shared.status} ${shared.text}`);
    }
    return { owner: owner.id, token: owner.token };
  },
  run(port, { owner, token }) {
    const path = `/api/algos/byUserId/${String(owner)}?limit=1000`;
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${String(token)}\r\n\r\n`;
    return held(
      Array.from({ length: 40 }, () => silentSocket(port, request)),
      HOLD_MS,
    );
  },
};

export const LISTS: readonly Attack[] = [sharedLists];
