import { Agent, type IncomingMessage, request } from 'node:http';
import type { Call } from '@algotheque/testing/httpClient';

export interface Answered {
  readonly status: number;
  readonly data: unknown;
  /** Where the recording has the answer: the client's port, and which answer on it this was. */
  readonly port: number;
  readonly nth: number;
}

/** A client that knows from which port it sends each request. One request at a time. */
export class RecordingClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #answers = new Map<number, number>();

  constructor(url: string) {
    this.#url = url;
  }

  async send(target: string, { token, json }: Pick<Call, 'token' | 'json'> = {}): Promise<Answered> {
    const [method = '', path = ''] = target.split(' ');
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = request(this.#url + path, { method, headers, agent: this.#agent }, resolve).on('error', reject);
    sent.end(json === undefined ? undefined : JSON.stringify(json));
    const answer = await promise;
    const port = sent.socket?.localPort ?? 0;
    let text = '';
    for await (const part of answer.setEncoding('utf8')) text += String(part);
    const nth = this.#answers.get(port) ?? 0;
    this.#answers.set(port, nth + 1);
    const { data } = JSON.parse(text) as { data?: unknown };
    return { status: answer.statusCode ?? 0, data, port, nth };
  }

  close(): void {
    this.#agent.destroy();
  }
}
