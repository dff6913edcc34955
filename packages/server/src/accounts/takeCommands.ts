import { type AdministrationPorts, createAdministration, type OnProblem, type Policy } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { Places } from '../places.ts';
import { serveAccounts } from './accountsServer.ts';

interface Parts {
  readonly places: Places;
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly closing: Closing;
}

/**
 * Lets `algotheque user` work through this process, which owns the folders of the store. Without such folders commands open the
 * store themselves. A disk that is full, or knows no sockets, refuses no start.
 */
export async function takeCommands(ports: AdministrationPorts, parts: Parts): Promise<void> {
  const { places, policy, onProblem, closing } = parts;
  if (places.contentDir === null) return;
  const accounts = createAdministration(ports, { policy, onProblem });
  try {
    const server = await serveAccounts(accounts, { dataDir: places.dataDir, onProblem });
    closing.add(server, (opened) => opened.close(), 'the work of commands');
  } catch (problem) {
    onProblem(problem, 'accounts');
  }
}
