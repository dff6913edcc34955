import { setTimeout } from 'node:timers/promises';
import { Connection } from '../http/connection.ts';
import { type ServerProcess, startOurs } from '../http/serverProcess.ts';
import { type Gauges, gaugesOf } from './gauges.ts';
import { type Life, live, register } from './life.ts';
import { MailSink } from './mailSink.ts';

export interface SoakOptions {
  readonly clients: number;
  /** Asked before each life of a client. */
  readonly isOver: (lives: number) => boolean;
  /** The time between two samples, in milliseconds. */
  readonly everyMs: number;
}

export interface Soaked {
  /** How often each operation was answered as expected. */
  readonly operations: ReadonlyMap<string, number>;
  /** The gauges over time, the last one after the load. */
  readonly samples: readonly (Gauges & { readonly second: number })[];
  readonly mails: number;
}

/** As `npm start` bounds it. */
const NODE_OPTIONS = ['--max-semi-space-size=8'];

/** How long files may be left after the last deletion. */
const SETTLED_MS = 20_000;

/** Runs mixed load against a server process of its own, and samples what must stay bounded. @throws Error for an unexpected answer */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const mails = await MailSink.open();
  const server = await startOurs({
    nodeOptions: NODE_OPTIONS,
    env: { ALGOTHEQUE_MAIL_URL: mails.url, ALGOTHEQUE_LOCAL_LINKS: 'on' },
  });
  try {
    return await onServer(server, mails, options);
  } finally {
    await server.stop();
    mails.close();
  }
}

async function onServer(server: ServerProcess, mails: MailSink, options: SoakOptions): Promise<Soaked> {
  const operations = new Map<string, number>();
  const count = (operation: string) => void operations.set(operation, (operations.get(operation) ?? 0) + 1);
  const samples: (Gauges & { readonly second: number })[] = [];
  const began = performance.now();
  const sample = () => samples.push({ second: (performance.now() - began) / 1_000, ...gaugesOf(server) });
  const connection = await Connection.open(server.port);
  const friend = await register({ connection, mails, friend: 0, count }, 'friend@example.org');
  connection.close();
  const timer = setInterval(sample, options.everyMs);
  try {
    await lives(server.port, { mails, friend, count }, options);
  } finally {
    clearInterval(timer);
  }
  for (let left = SETTLED_MS; left > 0 && gaugesOf(server).contents > 0; left -= 100) await setTimeout(100);
  sample();
  return { operations, samples, mails: mails.mails };
}

async function lives(port: number, parts: Omit<Life, 'connection'>, { clients, isOver }: SoakOptions): Promise<void> {
  let begun = 0;
  const client = async (): Promise<void> => {
    while (!isOver(begun)) {
      begun += 1;
      const email = `soak${begun}@example.org`;
      const connection = await Connection.open(port);
      await live({ ...parts, connection }, email);
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}
