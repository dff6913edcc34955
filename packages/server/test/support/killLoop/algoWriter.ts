import type { Reply } from '@algotheque/testing/httpClient';
import { decidedReply } from '../outcome.ts';
import type { AlgoLedger, AlgoState, KnownAlgo } from './algoLedger.ts';
import type { Client } from './client.ts';

/** Creates, changes, deletes and restores algorithms, one after the other, until an answer does not decide a write. */
export async function writeAlgos(client: Client, ledger: AlgoLedger): Promise<void> {
  const own = ledger.ofWriter(client.number);
  const bin = ledger.ofWriter(client.number, true);
  let reply: Reply | null;
  do {
    const choice = client.draw(20);
    const at = client.draw(2) === 0 ? 0 : client.draw(own.length + 1); // every second write hits the oldest one
    const algo = own[at];
    const [deleted] = bin;
    if (deleted !== undefined && choice > 16) {
      bin.shift();
      own.push(deleted);
      const next = { ...deleted.last, version: deleted.last.version + 1 };
      reply = await change(client, deleted, { target: `POST /api/algos/bin/${deleted.id}/restore`, next });
    } else if (algo === undefined || choice < 6) reply = await create(client, ledger, own);
    else if (choice < 13) reply = await update(client, ledger, algo);
    else {
      own.splice(at, 1);
      bin.push(algo);
      reply = await change(client, algo, { target: `DELETE /api/algos/${algo.id}`, next: null });
    }
  } while (reply !== null);
}

/** One of ten is large. */
const sourceCode = ({ draw }: Client, nom: string) => ({
  nom,
  text: 'x'.repeat(draw(10) === 0 ? 60_000 : draw(4_000)),
});

async function create(client: Client, ledger: AlgoLedger, own: KnownAlgo[]): Promise<Reply | null> {
  const { url, owner, number: writer } = client;
  const nom = ledger.newName();
  ledger.creating(nom, writer);
  const json = { ownerId: owner.id, nom, sourceCode: sourceCode(client, nom) };
  const reply = await decidedReply(url, 'POST /api/algos', { token: owner.token, json });
  if (reply === null) return null;
  require2xx(reply, 201);
  const { id } = reply.data as { id: number };
  ledger.created(nom, { id, owner, writer });
  own.push(...ledger.ofWriter(writer).slice(-1));
  client.onAcknowledged();
  return reply;
}

function update(client: Client, ledger: AlgoLedger, algo: KnownAlgo): Promise<Reply | null> {
  const nom = ledger.newName();
  const next = { nom, version: algo.last.version + 1 };
  const json = { nom, sourceCode: sourceCode(client, nom) };
  return change(client, algo, { target: `PUT /api/algos/${algo.id}`, next, json });
}

interface Change {
  readonly target: string;
  readonly next: AlgoState | null;
  readonly json?: unknown;
}

async function change(client: Client, algo: KnownAlgo, { target, next, json }: Change): Promise<Reply | null> {
  const { token } = client.owner;
  algo.states = [...algo.states, next];
  const reply = await decidedReply(client.url, target, { token, ...(json !== undefined && { json }) });
  if (reply === null) return null;
  require2xx(reply, 200);
  algo.states = [next];
  algo.last = next ?? algo.last;
  client.onAcknowledged();
  return reply;
}

function require2xx({ status, message }: Reply, expected: number): void {
  if (status !== expected) throw new Error(`A write was answered with ${status} ${message}`);
}
