import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { DeliveryTimeouts } from './smtpTimeouts.ts';
import type { SmtpServer } from './smtpUrl.ts';
import type { Envelope } from './storedMail.ts';

/** What is known of a connection, also after its end. */
export interface ConnectionFacts {
  /** Whether the server has greeted, and TLS has started where it is used. */
  readonly isConnected: boolean;
  /** The version of TLS, such as `TLSv1.3`; null without TLS. */
  readonly tls: string | null;
  /** The user that is logged in; null if nobody is. */
  readonly user: string | null;
  /** The server's answer to the last mail that it took; null before one. */
  readonly answer: string | null;
}

type Done = (error?: Error | null) => void;

/**
 * One connection to the mail server, for several mails in sequence. Rejections are nodemailer's errors, unchanged.
 */
export class SmtpConnection {
  readonly #connection: SMTPConnection;
  readonly #server: SmtpServer;
  #fail: (error: Error) => void = () => {};
  #state: 'new' | 'open' | 'ended' = 'new';
  #facts: ConnectionFacts = { isConnected: false, tls: null, user: null, answer: null };

  constructor(server: SmtpServer, { connectMs, greetingMs }: DeliveryTimeouts) {
    const { host, port, secure, requireTLS } = server;
    const timeouts = { connectionTimeout: connectMs, greetingTimeout: greetingMs }; // the session bounds later silence
    this.#server = server;
    this.#connection = new SMTPConnection({ host, port, secure, requireTLS, ...timeouts, dnsTimeout: connectMs });
    this.#connection.on('error', (error: Error) => this.#fail(error));
    this.#connection.on('end', () => {
      this.#state = 'ended';
      // After a 421 the error of the current step comes in this same tick, with more details.
      const ended = Object.assign(new Error('The connection ended'), { code: 'ECONNECTION' });
      queueMicrotask(() => this.#fail(ended));
    });
  }

  get state(): 'new' | 'open' | 'ended' {
    return this.#state;
  }

  get facts(): ConnectionFacts {
    return this.#facts;
  }

  /** Connects, and logs in if the URL has a user. */
  async open(): Promise<void> {
    await this.#step((done) => this.#connection.connect(done));
    const { _socket: socket } = this.#connection; // the only place where nodemailer shows the connection
    this.#know({ isConnected: true, tls: socket instanceof TLSSocket ? socket.getProtocol() : null });
    const { auth } = this.#server;
    if (auth !== null) await this.#login(auth);
    this.#state = 'open';
  }

  /**
   * Resolves when the server has accepted the mail. `onData` is called when the server is ready for the message
   * itself.
   */
  send({ from, to }: Envelope, message: Buffer, onData: () => void): Promise<void> {
    const body = new Readable({
      read() {
        onData();
        this.push(message);
        this.push(null);
      },
    });
    return this.#step((done) =>
      this.#connection.send({ from, to: [to] }, body, (error, info) => {
        if (info !== undefined) this.#know({ answer: info.response });
        done(error);
      }),
    );
  }

  /** Makes the session ready for the next mail after the server refused one. */
  reset(): Promise<void> {
    return this.#step((done) => this.#connection.reset(done));
  }

  /** Ends the session by QUIT; resolves when the server has answered. */
  async quit(): Promise<void> {
    if (this.#state !== 'open') return this.close();
    await this.#step((done) => {
      this.#connection.once('end', () => done());
      this.#connection.quit();
    }).catch(() => this.close()); // Nothing is under way that the failure could harm.
  }

  /** Ends the session at once; a step under way rejects. */
  close(): void {
    this.#connection.close();
  }

  async #login(auth: NonNullable<SmtpServer['auth']>): Promise<void> {
    if (!this.#connection.allowsAuth) throw new Error('The server does not offer to log in');
    await this.#step((done) => this.#connection.login({ ...auth }, done));
    this.#know({ user: auth.user });
  }

  #know(facts: Partial<ConnectionFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  #step(start: (done: Done) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#fail = reject;
    start((error) => (error ? reject(error) : resolve()));
    return promise;
  }
}
