/**
 * The floor of bench/http.ts: a server that does the same durable work as ours and nothing else. It uses node:http, one
 * SQLite file in WAL with `synchronous=FULL`, one durable file for each algorithm, and argon2id. It has no validation, no
 * rights, no limits and no log.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface Argon2 {
  hash(password: string, options: Readonly<Record<string, number>>): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

// The library that our hasher uses; it is not a dependency of the workspace root.
const argon2 = createRequire(import.meta.resolve('@algotheque/adapters-crypto'))('@node-rs/argon2') as Argon2;
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const folder = process.env['ALGOTHEQUE_DATA_DIR'] ?? '.';
mkdirSync(join(folder, 'algos'), { recursive: true });
const db = new DatabaseSync(join(folder, 'floor.db'));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT UNIQUE, hash TEXT, pseudo TEXT);
  CREATE TABLE tokens (digest TEXT PRIMARY KEY, user INTEGER) WITHOUT ROWID;
  CREATE TABLE algos (id INTEGER PRIMARY KEY, nom TEXT, owner INTEGER, changed INTEGER);
  CREATE INDEX algos_owner ON algos (owner);`);
const addUser = db.prepare('INSERT INTO users (email, hash, pseudo) VALUES (?, ?, ?)');
const userByEmail = db.prepare('SELECT id, hash FROM users WHERE email = ?');
const addToken = db.prepare('INSERT INTO tokens VALUES (?, ?)');
const userByToken = db.prepare('SELECT id FROM tokens JOIN users ON id = user WHERE digest = ?');
const addAlgo = db.prepare('INSERT INTO algos (nom, owner, changed) VALUES (?, ?, ?)');
const algoById = db.prepare('SELECT * FROM algos WHERE id = ? AND owner = ?');
const algosByOwner = db.prepare('SELECT * FROM algos WHERE owner = ? ORDER BY id');
const changeAlgo = db.prepare('UPDATE algos SET nom = ?, changed = ? WHERE id = ? AND owner = ?');

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
const fileOf = (id: number): string => join(folder, 'algos', `${id}.json`);

/** Writes a file that is complete after a power loss: it writes, syncs and renames the file, and syncs its folder. */
async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(temporary, 'wx');
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(temporary, path);
  const parent = await open(join(folder, 'algos'));
  await parent.sync();
  await parent.close();
}

interface Body {
  readonly email: string;
  readonly password: string;
  readonly pseudo: string;
  readonly nom: string;
  readonly sourceCode: unknown;
}

async function register({ email, password, pseudo }: Body): Promise<unknown> {
  return { id: Number(addUser.run(email, await argon2.hash(password, COST), pseudo).lastInsertRowid) };
}

async function login({ email, password }: Body): Promise<unknown> {
  const user = userByEmail.get(email);
  if (user === undefined || !(await argon2.verify(String(user['hash']), password))) throw new Error('credentials');
  const token = randomBytes(32).toString('base64url');
  addToken.run(digest(token), Number(user['id']));
  return { token, utilisateur: { id: user['id'] } };
}

async function create({ nom, sourceCode }: Body, owner: number): Promise<unknown> {
  const id = Number(addAlgo.run(nom, owner, Date.now()).lastInsertRowid);
  await writeDurably(fileOf(id), JSON.stringify(sourceCode));
  return { id, nom };
}

async function read(id: number, owner: number): Promise<unknown> {
  return { ...algoById.get(id, owner), sourceCode: JSON.parse(await readFile(fileOf(id), 'utf8')) };
}

async function update(id: number, { nom, sourceCode }: Body, owner: number): Promise<unknown> {
  changeAlgo.run(nom, Date.now(), id, owner);
  await writeDurably(fileOf(id), JSON.stringify(sourceCode));
  return { id, nom };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body; // sent by bench/http.ts
}

async function answerTo(request: IncomingMessage): Promise<unknown> {
  const [, , group, name = '', last] = (request.url ?? '').split('/');
  if (name === 'register') return register(await bodyOf(request));
  if (name === 'login') return login(await bodyOf(request));
  const user = userByToken.get(digest((request.headers.authorization ?? '').slice('Bearer '.length)));
  if (user === undefined || group !== 'algos') throw new Error('not found');
  const owner = Number(user['id']);
  if (name === 'byUserId') return algosByOwner.all(Number(last));
  if (request.method === 'POST') return create(await bodyOf(request), owner);
  if (request.method === 'PUT') return update(Number(name), await bodyOf(request), owner);
  return read(Number(name), owner);
}

const server = createServer((request, response) => {
  const send = (status: number, answer: unknown): void => {
    const body = Buffer.from(JSON.stringify(answer));
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  };
  answerTo(request).then(
    (data) => send(200, { data }),
    (error: unknown) => send(500, { message: String(error) }),
  );
});
server.listen(0, '127.0.0.1', () => {
  console.error(`The floor listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on TCP
});
process.once('SIGTERM', () => process.exit(0));
