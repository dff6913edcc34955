import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Reply, send } from '@algotheque/testing/httpClient';
import { vi } from 'vitest';
import { buildFaultsIn, type FaultRule, type Faults } from '../../../../../test/support/faults/faultLibrary.ts';
import { type ServerProcess, startServer } from '../serverProcess.ts';
import { type FactValues, type Permitted, permit, wrongFacts } from '../storedState/facts.ts';
import type { Sender } from '../storedState/operations.ts';
import { readFacts } from '../storedState/readFacts.ts';
import { PASSWORDS, type Request } from '../storedState/requests.ts';
import { livingRead, type ToRead } from './livingRead.ts';

const RARELY = '1000000/1h';
const LIMITS = {
  ALGOTHEQUE_LIMIT_REGISTER: RARELY,
  ALGOTHEQUE_LIMIT_MAIL: RARELY,
  ALGOTHEQUE_LIMIT_LOGIN: RARELY,
  ALGOTHEQUE_LIMIT_LOGIN_EMAIL: RARELY,
  ALGOTHEQUE_LIMIT_LOGIN_ADDRESS: RARELY,
};

/** What the server says when it ends after a failed commit that it could not recover. */
const REASON = /^algotheque: The store file \S+ could not be opened again/m;

/** A server whose system calls can fail, and all that it was asked for. */
export class Scene implements Sender {
  readonly dir: string;
  readonly #faults: Faults;
  /** By the answers so far. */
  readonly #permitted: Permitted = new Map();
  /** The algorithms by the names of their facts. The session that has created one reads it. */
  readonly #readers = new Map<string, ToRead>();
  #server: ServerProcess | null = null;
  /** Of the server, once it has ended. */
  #exitCode: number | null | undefined;
  #names = 0;

  constructor(folder: string) {
    this.dir = join(folder, 'data');
    mkdirSync(this.dir, { mode: 0o700 });
    this.#faults = buildFaultsIn(folder);
  }

  newName(): string {
    this.#names += 1;
    return `n${this.#names}`;
  }

  async #running(): Promise<ServerProcess> {
    if (this.#server !== null && this.#exitCode !== undefined) await this.#expectReason(this.#server);
    if (this.#server !== null) return this.#server;
    this.#exitCode = undefined;
    this.#server = await startServer({ ALGOTHEQUE_DATA_DIR: this.dir, ...LIMITS, ...this.#faults.env });
    void this.#server.ended.then((code) => {
      this.#exitCode = code;
    });
    return this.#server;
  }

  async good(request: Request): Promise<unknown> {
    const { target, facts } = request;
    const server = await this.#running();
    const reply = await answerOf(server, request);
    if (reply === null || reply.status === 503) {
      await this.#expectReason(server); // it was about to end for the fault before this request
      return this.good(request);
    }
    if (reply.status >= 300) throw new Error(`${target} without faults: ${reply.status} ${reply.message}`);
    this.#note(request, true, facts?.(reply.data));
    return reply.data;
  }

  /** The calls that a request makes, as `CALL PATH`. */
  async callsOf(request: Request, rules: readonly FaultRule[]): Promise<readonly string[]> {
    await this.#running();
    const before = this.#faults.hits().length;
    this.#faults.set(...rules);
    await this.good(request);
    this.#faults.set();
    return this.#faults.hits().slice(before);
  }

  /**
   * A request with faults. Throws unless the answer is success or 503, or the server has ended and said why. A server that lives must
   * read what was acknowledged, or answer 503, while the faults go on and after them.
   */
  async faulty(
    request: Request,
    { rules }: { readonly rules: readonly FaultRule[] },
  ): Promise<'done' | 'refused' | 'ended'> {
    const server = await this.#running();
    this.#faults.set(...rules);
    const reply = await answerOf(server, request);
    const isDone = reply !== null && reply.status < 300;
    const facts = request.facts?.(isDone ? reply.data : null) ?? {};
    this.#note(request, isDone, facts);
    // What may be there in between may also stay there, when the step after it has failed: the answer is that of the step before.
    if (request.between !== undefined) permit(this.#permitted, { isDone: false, facts: request.between });
    await this.#expectRead(server, facts);
    this.#faults.set();
    await this.#expectRead(server, facts);
    return this.#outcome(server, reply);
  }

  #note({ sent: { token }, between }: Request, isDone: boolean, facts: FactValues = {}): void {
    permit(this.#permitted, { isDone, facts, between });
    for (const name of Object.keys(facts)) {
      if (!name.startsWith('algo ') || token === undefined || this.#readers.has(name)) continue;
      this.#readers.set(name, { id: Number(name.slice('algo '.length)), token });
    }
  }

  /** Reads what was changed, and the first algorithm of all. */
  async #expectRead({ url }: ServerProcess, changed: FactValues): Promise<void> {
    for (const [at, [name, algo]] of [...this.#readers].entries()) {
      if (at > 0 && !(name in changed)) continue;
      const wrong = wrongFacts(await livingRead(url, algo), this.#permitted);
      if (wrong.length > 0) throw new Error(`read from the server that lives: ${wrong.join('; ')}`);
    }
  }

  async #outcome(server: ServerProcess, reply: Reply | null): Promise<'done' | 'refused' | 'ended'> {
    const isAlive = await send(server.url, 'GET /healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!isAlive) await this.#expectReason(server);
    if (reply === null) {
      if (isAlive) throw new Error('no answer from a server that lives');
      return 'ended';
    }
    if (reply.status < 300) return 'done';
    if (reply.status !== 503 || reply.headers.get('retry-after') === null) {
      throw new Error(
        `the answer is ${reply.status} ${reply.message}, Retry-After ${reply.headers.get('retry-after')}`,
      );
    }
    return isAlive ? 'refused' : 'ended';
  }

  async #expectReason(server: ServerProcess): Promise<void> {
    await vi.waitUntil(() => this.#exitCode !== undefined, { timeout: 20_000 });
    const { stderr } = server.output();
    const code = this.#exitCode;
    if (code !== 1 || !REASON.test(stderr)) throw new Error(`the server has ended with ${code}: ${stderr.slice(-600)}`);
    this.#server = null;
  }

  /** Kills the server, and starts on its folder without faults. @returns what is wrong there */
  async wrongAfterKill(): Promise<string[]> {
    await (await this.#running()).stop('SIGKILL');
    this.#server = null;
    const asked = { facts: this.#permitted.keys(), passwords: PASSWORDS };
    return wrongFacts(await readFacts(this.dir, asked), this.#permitted);
  }
}

/** Null when the connection has ended. */
function answerOf(server: ServerProcess, { target, sent }: Request): Promise<Reply | null> {
  return send(server.url, target, sent).catch((problem: unknown) => {
    if (problem instanceof TypeError) return null;
    throw problem;
  });
}
