import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Request {
  readonly method: string;
  readonly path: string;
  /** A bearer token. */
  readonly token?: string;
  /** JSON text. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The lines of the head, without the first one. */
  readonly head: string;
}

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/**
 * A connection that is kept alive, with one request at a time. It needs much less processor time than the client of
 * node:http, which would need as much as the servers that are measured. A chunked body is returned undecoded, with the
 * lengths of its chunks.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answered: Pick<ReturnType<typeof Promise.withResolvers<Reply>>, 'resolve' | 'reject'> | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('close', () => this.#answered?.reject(new Error('The server closed the connection')));
    socket.on('error', (error) => this.#answered?.reject(error));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket);
  }

  send({ method, path, token, body, headers = {} }: Request): Promise<Reply> {
    const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
    for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
    if (token !== undefined) head.push(`Authorization: Bearer ${token}`);
    if (body !== undefined) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
    const { promise, ...answered } = Promise.withResolvers<Reply>();
    this.#answered = answered;
    this.#socket.write(`${head.join('\r\n')}${HEAD_END}${body ?? ''}`);
    return promise;
  }

  close(): void {
    this.#answered = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headLength = this.#received.indexOf(HEAD_END);
    if (headLength < 0) return;
    const head = this.#received.toString('latin1', 0, headLength);
    const end = this.#end(head, headLength + HEAD_END.length);
    if (this.#received.length < end) return;
    const body = this.#received.toString('utf8', headLength + HEAD_END.length, end);
    this.#received = this.#received.subarray(end);
    this.#answered?.resolve({ status: Number(head.slice(9, 12)), body, head });
  }

  /** The end of the body that begins at `start`; Infinity or a place after the received bytes while it is incomplete. */
  #end(head: string, start: number): number {
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length !== undefined) return start + Number(length);
    const last = this.#received.indexOf(LAST_CHUNK, start);
    return last < 0 ? Number.POSITIVE_INFINITY : last + LAST_CHUNK.length;
  }
}
