import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

const CLIENTS = 4;

/** The results of the requests that clients have sent. */
interface Outcomes {
  answered: number;
  /** The connection ended before the answer to a request on it. */
  unanswered: number;
  readonly statuses: Set<number>;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Sends requests until nothing listens any more. */
async function ask(url: string, agent: Agent, outcomes: Outcomes): Promise<void> {
  for (;;) {
    try {
      const status = await statusOf(`${url}/readyz`, agent);
      outcomes.answered += 1;
      outcomes.statuses.add(status);
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') return; // nothing was sent
      outcomes.unanswered += 1;
    }
  }
}

function statusOf(url: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const asked = request(url, { agent }, (response) => {
    response.resume().once('end', () => resolve(response.statusCode ?? 0));
    response.once('error', reject);
  });
  asked.once('error', reject).end();
  return promise;
}

it.each(['once', 'again', 'a third time'])(
  'a server that is stopped answers every request that was sent, %s',
  async () => {
    const outcomes: Outcomes = { answered: 0, unanswered: 0, statuses: new Set() };
    const server = await startServer({
      ALGOTHEQUE_DATA_DIR: scratchFolder(),
      ALGOTHEQUE_STOP_GRACE: '1s',
      ALGOTHEQUE_LOG_LEVEL: 'warn',
    });
    const agents = Array.from({ length: CLIENTS }, (_, index) => new Agent({ keepAlive: index % 2 === 0 }));
    const clients = agents.map((agent) => ask(server.url, agent, outcomes));
    expect(await server.stop()).toBe(0);
    await Promise.all(clients);
    for (const agent of agents) agent.destroy();
    expect(outcomes.unanswered).toBe(0);
    expect(outcomes.answered).toBeGreaterThan(CLIENTS);
    expect(outcomes.statuses).toContain(503); // while the server still answered
  },
);
