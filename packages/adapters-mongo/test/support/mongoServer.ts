import { commandProvider } from './commandServer.ts';
import { dockerProvider } from './dockerServer.ts';
import { givenProvider } from './givenServer.ts';

/** How a server runs: as a replica set with sessions and retryable writes, or stand-alone without them. */
export type Mode = 'replicaSet' | 'standalone';

export interface MongoServer {
  /** A URL for a database on it, with further options: `{ authSource: 'admin' }`. */
  url(database: string, options?: Readonly<Record<string, string>>): string;
  readonly host: string;
  readonly port: number;
  /** The process of the server, if the test may stop it, make it hang and kill it. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly mode: Mode;
  readonly port?: number;
  /** A folder for the data, which stays when the server ends. */
  readonly dbpath?: string;
  readonly auth?: boolean;
}

export interface MongoProvider {
  /** Which modes it can serve in. */
  readonly modes: readonly Mode[];
  /** Whether each server is a process that is started for the test, with the options of the test. */
  readonly isControlled: boolean;
  start(options: ServerOptions): Promise<MongoServer>;
}

export const HOW_TO_GET_ONE =
  'tests on MongoDB need a server: set TEST_MONGODB_URL, or TEST_MONGODB_COMMAND to a command that starts one, or run Docker';

/**
 * The first available way to get a server for tests, in this order: the one at TEST_MONGODB_URL; the command TEST_MONGODB_COMMAND; Docker,
 * with the image TEST_MONGODB_IMAGE (default `mongo:8`). Null without any of them.
 */
export async function findMongo(env: NodeJS.ProcessEnv = process.env): Promise<MongoProvider | null> {
  const { TEST_MONGODB_URL: url, TEST_MONGODB_COMMAND: command, TEST_MONGODB_IMAGE: image = 'mongo:8' } = env;
  if (url !== undefined && url !== '') return givenProvider(url);
  if (command !== undefined && command !== '') return commandProvider(command);
  return dockerProvider(image);
}
