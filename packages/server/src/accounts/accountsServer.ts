import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ADMINISTRATION, type Administration, type OnProblem } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { ARCHIVE_TYPE, archiveOf } from './accountArchive.ts';
import { socketOf, withShortName } from './accountsSocket.ts';
import { refusalOf } from './refusal.ts';

/** What a command is told: what the method returned, or why it was refused. */
export type Answer = { readonly result: unknown } | { readonly refused: string };

interface Options {
  readonly dataDir: string;
  readonly onProblem: OnProblem;
  /** The longest request, in bytes. Default: 64 KiB. */
  readonly maxBytes?: number;
  /** The most connections at one time. Default: 16. */
  readonly maxConnections?: number;
  /** How long a command may take to send its request, in milliseconds. Default: 5 s. */
  readonly limitMs?: number;
}

const DEFAULTS = { maxBytes: 65_536, maxConnections: 16, limitMs: 5_000 };

/**
 * Lets commands of this user work on the accounts while the server owns the data folder. The socket is removed at the close, which
 * waits for requests that have arrived whole.
 * @throws the system's error when there can be no socket
 */
export async function serveAccounts(accounts: Administration, options: Options): Promise<{ close(): Promise<void> }> {
  const { dataDir, onProblem, maxBytes, maxConnections, limitMs } = { ...DEFAULTS, ...options };
  const work = new Map<IncomingMessage, Promise<void>>();
  const archives = new Set<Readable>();
  const times = { headersTimeout: limitMs, requestTimeout: limitMs, connectionsCheckingInterval: limitMs / 5 };
  const server = createServer(times, (request, response) => {
    const done = answer(request, response, { accounts, onProblem, maxBytes, archives })
      .catch(() => response.destroy()) // the command is gone
      .then(() => void work.delete(request));
    work.set(request, done);
    if (!server.listening) request.destroy(); // it closes
  });
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = 1;
  const path = socketOf(dataDir);
  await rm(path, { force: true }); // a killed server leaves it; the lock of the folder says that no other one runs
  await withShortName(path, (name) => listen(server, name));
  server.on('error', (problem) => onProblem(problem, 'accounts')); // one connection failed
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const request of work.keys()) if (!request.complete) request.destroy();
      for (const archive of archives) archive.destroy(); // its reader decides how long it takes
      await Promise.all(work.values());
      server.closeAllConnections();
      await closed;
      await accounts.settled();
      await rm(path, { force: true }); // Node removes it only by the name that it was given
    },
  };
}

/** Nobody else can connect at any moment: the mask is for the moment before the mode is set. */
async function listen(server: Server, name: string): Promise<void> {
  const mask = process.umask(0o077);
  try {
    server.listen({ path: name }); // it makes the file before it returns
  } finally {
    process.umask(mask);
  }
  await once(server, 'listening'); // rejects on an error
  try {
    await chmod(name, 0o600);
  } catch (error) {
    server.close();
    await rm(name, { force: true });
    throw error;
  }
}

interface Serving {
  readonly accounts: Administration;
  readonly onProblem: OnProblem;
  readonly maxBytes: number;
  /** The exports that are being sent. */
  readonly archives: Set<Readable>;
}

/** An export is sent as it is, so that none is in memory. */
type Given = Answer | { readonly archive: Readable };

async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const body = await bodyOf(request, serving.maxBytes);
  const refused: Answer = { refused: 'The command sends more than the server takes' };
  const given = body === null ? refused : await perform(request.url?.slice(1) ?? '', body, serving);
  if ('archive' in given) return sendArchive(given.archive, response, serving);
  response.end(JSON.stringify(given));
  await finished(response);
}

async function sendArchive(
  archive: Readable,
  response: ServerResponse,
  { archives, onProblem }: Serving,
): Promise<void> {
  archives.add(archive);
  archive.once('error', (error) => {
    if (!response.closed) onProblem(error, 'accounts'); // else the command is gone
  });
  response.setHeader('Content-Type', ARCHIVE_TYPE);
  try {
    await pipeline(archive, response);
  } finally {
    archives.delete(archive);
  }
}

/** Null for a request that is too long. @throws Error when it ends before its end */
async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes <= maxBytes ? Buffer.concat(chunks).toString() : null;
}

async function perform(method: string, body: string, { accounts, onProblem }: Serving): Promise<Given> {
  try {
    if (!isMethod(method)) return { refused: 'The server does not know this command: it is of another release' };
    if (method === 'exportAccount') return { archive: await archiveOf(await accounts[method](JSON.parse(body))) };
    const call: (input: never) => Promise<unknown> = accounts[method]; // each method checks its input
    return { result: (await call(JSON.parse(body) as never)) ?? null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal instanceof StartError) return { refused: refusal.message };
    onProblem(error, 'accounts');
    return { refused: 'The server failed; its log has the reason' };
  }
}

const isMethod = (name: string): name is keyof typeof ADMINISTRATION => Object.hasOwn(ADMINISTRATION, name);
