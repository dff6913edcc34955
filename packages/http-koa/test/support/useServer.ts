import { afterEach } from 'vitest';
import { type MemoryServer, type MemoryServerOptions, memoryServer } from './memoryServer.ts';

/** Starts servers for the tests of a file, and stops them after each. */
export function useServer(): (options?: MemoryServerOptions) => Promise<MemoryServer> {
  const open: MemoryServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  return async (options) => {
    const server = await memoryServer(options);
    open.push(server);
    return server;
  };
}
