/**
 * The floor of bench/http.ts: a server that does the same durable work as ours and nothing else. It uses node:http, one
 * SQLite file in WAL with `synchronous=FULL`, one synced file for each algorithm, and argon2id. Statements and files are
 * read and written synchronously. It has no validation, no rights, no limits and no log, and it does not sync folders.
 */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
const algosByOwner = db.prepare(`
  SELECT json_group_array(json_object('id', id, 'nom', nom, 'ownerId', owner, 'changed', changed)) AS records
  FROM (SELECT * FROM algos WHERE owner = ? ORDER BY id)`);
const changeAlgo = db.prepare('UPDATE algos SET nom = ?, changed = ? WHERE id = ? AND owner = ?');

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
const fileOf = (id: number): string => join(folder, 'algos', `${id}.json`);

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'w');
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}

interface Body {
  readonly email: string;
  readonly password: string;
  readonly pseudo: string;
  readonly nom: string;
  readonly sourceCode: unknown;
}

/** Answers with data that is JSON already. */
function send(response: ServerResponse, data: string): void {
  const body = `{"data":${data}}`;
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(200, headers).end(body);
}

function fail(response: ServerResponse, error: unknown): void {
  response.writeHead(500).end(String(error));
}

async function register(response: ServerResponse, { email, password, pseudo }: Body): Promise<void> {
  const hash = await argon2.hash(password, COST);
  send(response, `{"id":${addUser.run(email, hash, pseudo).lastInsertRowid}}`);
}

async function login(response: ServerResponse, { email, password }: Body): Promise<void> {
  const user = userByEmail.get(email);
  if (user === undefined || !(await argon2.verify(String(user['hash']), password))) throw new Error('credentials');
  const token = randomBytes(32).toString('base64url');
  addToken.run(digest(token), Number(user['id']));
  send(response, `{"token":"${token}","utilisateur":{"id":${user['id']}}}`);
}

function create(response: ServerResponse, { nom, sourceCode }: Body, owner: number): void {
  const id = Number(addAlgo.run(nom, owner, Date.now()).lastInsertRowid);
  writeSynced(fileOf(id), JSON.stringify(sourceCode));
  send(response, JSON.stringify({ id, nom }));
}

function read(response: ServerResponse, id: number, owner: number): void {
  const record = JSON.stringify(algoById.get(id, owner));
  send(response, `${record.slice(0, -1)},"sourceCode":${readFileSync(fileOf(id), 'utf8')}}`);
}

function update(response: ServerResponse, id: number, { nom, sourceCode }: Body, owner: number): void {
  writeSynced(`${fileOf(id)}.new`, JSON.stringify(sourceCode));
  renameSync(`${fileOf(id)}.new`, fileOf(id));
  changeAlgo.run(nom, Date.now(), id, owner);
  send(response, JSON.stringify({ id, nom }));
}

/** Calls `use` with the body, and answers with what it throws. */
function withBody(request: IncomingMessage, response: ServerResponse, use: (body: Body) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    try {
      use(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body); // sent by bench/http.ts
    } catch (error) {
      fail(response, error);
    }
  });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, , group, name] = (request.url ?? '').split('/');
  const afterHash = (work: Promise<void>) => void work.catch((error: unknown) => fail(response, error));
  if (name === 'register') withBody(request, response, (body) => afterHash(register(response, body)));
  else if (name === 'login') withBody(request, response, (body) => afterHash(login(response, body)));
  else if (group === 'algos') answerFor(userOf(request), request, response);
  else throw new Error('not found');
}

function userOf(request: IncomingMessage): number {
  const user = userByToken.get(digest((request.headers.authorization ?? '').slice('Bearer '.length)));
  if (user === undefined) throw new Error('not found');
  return Number(user['id']);
}

function answerFor(owner: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '' } = request;
  const last = Number(url.slice(url.lastIndexOf('/') + 1));
  if (url.includes('/byUserId/')) send(response, String(algosByOwner.get(last)?.['records']));
  else if (method === 'POST') withBody(request, response, (body) => create(response, body, owner));
  else if (method === 'PUT') withBody(request, response, (body) => update(response, last, body, owner));
  else read(response, last, owner);
}

const server = createServer((request, response) => {
  try {
    answer(request, response);
  } catch (error) {
    fail(response, error);
  }
});
server.listen(0, '127.0.0.1', () => {
  console.error(`The floor listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on TCP
});
process.once('SIGTERM', () => process.exit(0));
