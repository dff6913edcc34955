import { type Load, type Measured, run } from './load.ts';
import type { ServerProcess } from './serverProcess.ts';

export interface Round extends Measured {
  /** Processor time of the server, all threads, per request. */
  readonly cpuMs: number;
}

/** Sends a load to a server. */
export async function round(server: ServerProcess, load: Omit<Load, 'port'>): Promise<Round> {
  const before = server.cpuMs();
  const measured = await run({ port: server.port, ...load });
  return { ...measured, cpuMs: (server.cpuMs() - before) / load.count };
}
