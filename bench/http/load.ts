import { Connection, type Request } from './connection.ts';

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** The number of all requests. */
  readonly count: number;
  /** The request with this number; the first one has 0. */
  readonly request: (number: number) => Request;
}

export interface Measured {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/** Sends all requests; each connection sends one after the other. @throws Error for an answer with a status of 300 or more */
export async function run({ port, connections, count, request }: Load): Promise<Measured> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const latencies: number[] = [];
  let next = 0;
  const drive = async (connection: Connection): Promise<void> => {
    while (next < count) {
      const wanted = request(next);
      next += 1;
      const began = performance.now();
      const { status, body } = await connection.send(wanted);
      latencies.push(performance.now() - began);
      if (status >= 300) throw new Error(`${wanted.method} ${wanted.path}: ${status} ${body}`);
    }
  };
  const began = performance.now();
  await Promise.all(open.map(drive));
  const seconds = (performance.now() - began) / 1_000;
  for (const connection of open) connection.close();
  latencies.sort((a, b) => a - b);
  return { requestsPerSecond: count / seconds, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0 };
}
