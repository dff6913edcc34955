import { request as httpRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { ADMINISTRATION, type Administration } from '@algotheque/domain';
import { errorCode, StartError } from '../startError.ts';
import { ARCHIVE_TYPE } from './accountArchive.ts';
import type { Answer } from './accountsServer.ts';
import { requireOwnSocket, socketOf, withShortName } from './accountsSocket.ts';

/** What commands do with accounts, by themselves or through a server. */
export interface Accounts extends Omit<Administration, 'settled' | 'exportAccount'> {
  /** `exportAccount` as a ZIP. A failure after its begin destroys the stream. */
  exportZip(id: number): Promise<Readable>;
}

/**
 * The accounts through the server that uses the data folder. Each method rejects with a StartError, which has what the server
 * refused, or says that no server answers.
 * @param inUse why this process cannot use the folder itself
 */
export function accountsOfServer(dataDir: string, inUse: Error): Accounts {
  const call = async (method: string, input: unknown): Promise<unknown> => {
    const answer = await ask(socketOf(dataDir), { method, input }, inUse);
    if ('refused' in answer) throw new StartError(answer.refused);
    return answer.result;
  };
  const methods = Object.keys(ADMINISTRATION).map((name) => [name, (input: unknown) => call(name, input)]);
  const all = { ...Object.fromEntries(methods), exportZip: (id: number) => call('exportAccount', id) };
  return all as Accounts; // the server's methods have the types of the same declarations
}

interface Asked {
  readonly method: string;
  readonly input: unknown;
}

async function ask(path: string, asked: Asked, inUse: Error): Promise<Answer> {
  try {
    requireOwnSocket(path);
    return await withShortName(path, (name) => post(name, asked));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(problemOf(errorCode(error), { path, inUse }), { cause: error });
  }
}

const NOBODY_LISTENS: readonly string[] = ['ENOENT', 'ECONNREFUSED'];

const problemOf = (code: string, { path, inUse }: { readonly path: string; readonly inUse: Error }): string =>
  NOBODY_LISTENS.includes(code)
    ? `${inUse.message}. Stop the server, run this command, and start it again: no server answers at ${path}`
    : `The server did not answer at ${path} (${code}). If this command changes something, look whether it is done`;

function post(socketPath: string, { method, input }: Asked): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const body = Buffer.from(JSON.stringify(input));
  const options = {
    socketPath,
    path: `/${method}`,
    method: 'POST',
    agent: false,
    headers: { 'Content-Length': body.length },
  };
  httpRequest(options, (response) => {
    if (response.headers['content-type'] === ARCHIVE_TYPE) resolve({ result: response });
    else json(response).then((answer) => resolve(answer as Answer), reject); // it is that of our own server
  })
    .once('error', reject)
    .end(body);
  return promise;
}
