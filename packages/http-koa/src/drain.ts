import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Watches a server's connections, so that it can stop without cutting off a request. */
export class Drain {
  /** Answers that are not finished. */
  readonly underWay: Set<ServerResponse> = new Set();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #work = new Set<Promise<void>>();
  #closed: Promise<void> | null = null;

  /** To be made before other listeners of `request` are added: it must know of an answer before it begins. */
  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (_request, response) => {
      this.underWay.add(response);
      response.once('close', () => this.underWay.delete(response));
    });
  }

  /** Counts work as under way until it settles: what serves a request goes on when its client goes away. */
  track(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  /** Whether what a connection waits for is ours: the first of its answers has not begun. */
  isWaitedFor(socket: Socket): boolean {
    const next = [...this.underWay].find(({ req }) => req.socket === socket); // they are sent in the order of the requests
    return next !== undefined && !next.headersSent;
  }

  /** @param patienceMs when what is still open is cut off: Node's own timeouts end with `close` */
  start(patienceMs: number): Promise<void> {
    this.#closed ??= this.#close(patienceMs);
    return this.#closed;
  }

  async #close(patienceMs: number): Promise<void> {
    const { promise: patience, resolve: lose } = Promise.withResolvers<void>();
    const deadline = setTimeout(() => {
      this.#server.closeAllConnections();
      lose();
    }, patienceMs);
    const unbound = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#closeConnections();
    await unbound;
    await Promise.race([Promise.all(this.#work), patience]);
    clearTimeout(deadline);
  }

  #closeConnections(): void {
    const busy = new Set([...this.underWay].map(({ req }) => req.socket));
    for (const socket of this.#sockets) if (!busy.has(socket)) socket.destroy();
    for (const response of this.underWay) closeAfter(response);
  }
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('close', () => response.req.socket.destroySoon());
}
