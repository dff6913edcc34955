import type { MemoryPorts } from '@algotheque/domain/memory';
import type { RecordedAnswer } from '../../packages/http-koa/generate/index.ts';

interface Sent {
  readonly token?: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The headers of answers that examples show. */
const SHOWN = [
  'Content-Disposition',
  'Location',
  'ETag',
  'Link',
  'Retry-After',
  'Set-Cookie',
  'WWW-Authenticate',
  'X-Total-Count',
];

/** Sends requests, and keeps them with their answers. */
export class Recorder {
  readonly answers: RecordedAnswer[] = [];
  readonly #url: string;
  readonly #ports: MemoryPorts;

  constructor(url: string, ports: MemoryPorts) {
    this.#url = url;
    this.#ports = ports;
  }

  /**
   * Sends a request, keeps its answer, and resolves to the data in it.
   * @param id the name of the route
   * @param target method and path, as in `GET /api/users/1`
   */
  async call(id: string, target: string, { token, json, headers = {} }: Sent = {}): Promise<unknown> {
    const [method = '', path = ''] = target.split(' ');
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const body: { readonly data?: unknown } | null =
      text === '' || response.headers.get('Content-Type') === 'application/zip' ? null : JSON.parse(text);
    const shown = SHOWN.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const request = { target, headers, ...(json !== undefined && { json }) };
    this.#keep({ id, request, status: response.status, headers: Object.fromEntries(shown), body });
    return body?.data;
  }

  /** Keeps an answer, unless it is there already. */
  #keep(answer: RecordedAnswer): void {
    const isThere = this.answers.some((one) => JSON.stringify(one) === JSON.stringify(answer));
    if (!isThere) this.answers.push(answer);
  }

  /** The token of the last mail. */
  mailedToken(): string {
    const mail = this.#ports.mailer.sent.at(-1)?.mail;
    if (mail === undefined || !('token' in mail)) throw new Error('There is no mail with a token');
    return mail.token;
  }

  /** Lets a minute pass. */
  later(): void {
    this.#ports.clock.advance(60_000);
  }
}
