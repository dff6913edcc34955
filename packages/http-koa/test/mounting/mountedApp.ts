import { memoryPorts } from '@algotheque/domain/memory';
import { createApp, createContainer, createLogger, type GivenHttpOptions } from '../../src/index.ts';
import { Api } from '../suite/api.ts';
import type { Host } from './hosts.ts';

/** The service on ports in memory, as an application to mount, and the lines of its log. */
export function appToMount(http: GivenHttpOptions = {}) {
  const log: string[] = [];
  const logger = createLogger({ level: 'debug', destination: { write: (line) => void log.push(line) } });
  return { log, app: createApp(createContainer(memoryPorts(), { policy: { limits: null }, http, logger })) };
}

/** A client of the service below a path of the host. */
export const apiAt = ({ url }: Host, path: string): Api =>
  new Api(url + path, {
    users: `${path}/api/users`,
    algos: `${path}/api/algos`,
    folders: `${path}/api/folders`,
    admin: `${path}/api/admin`,
  });
