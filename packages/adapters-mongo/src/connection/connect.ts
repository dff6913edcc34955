import { isError } from '@algotheque/domain';
import type { MongoClient } from 'mongodb';
import { MongoUrlError } from '../errors.ts';
import { within } from './deadline.ts';
import { outOfReach, portError } from './failures.ts';
import type { Target } from './url.ts';

/**
 * Connects; no effect when connected. A client of the driver that could not connect the first time never tries
 * again; one that could keeps its connections alive itself.
 * @throws UnavailableError, MongoAccessError, and MongoUrlError for a file that the URL names and that cannot be
 * read
 */
export async function connect(client: MongoClient, { location, operationMs }: Target): Promise<void> {
  const where = `MongoDB at ${location}, connect`;
  try {
    await within(operationMs, where, () => client.connect());
  } catch (error) {
    throw portError(connectionError(error, where), where);
  }
}

/** Errors that come before the driver's own: of reading certificates and looking up names. */
function connectionError(error: unknown, where: string): unknown {
  if (!isError(error) || !('syscall' in error)) return error;
  if (error.syscall === 'open' || error.syscall === 'read') return new MongoUrlError(`${where}: ${error.message}`);
  return outOfReach(`${where}: ${error.message}`);
}
