import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const END_OF_MAIL = '\r\n.\r\n';

/** A mail server that takes every mail and keeps only the links of recovery mails. */
export class MailSink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #tokens = new Map<string, string>();
  readonly #waiting = new Map<string, (token: string) => void>();
  #mails = 0;

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async open(): Promise<MailSink> {
    const sink = new MailSink();
    sink.#server.listen(0, '127.0.0.1');
    await once(sink.#server, 'listening');
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // a listening server has one
  }

  /** How many mails it has taken. */
  get mails(): number {
    return this.#mails;
  }

  /** The token in the next recovery mail to this address, or in the last one that came. */
  recovery(email: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const token = this.#tokens.get(email);
    if (token === undefined) this.#waiting.set(email, resolve);
    else resolve(token);
    return promise;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {}); // the server of the soak may end first
    let text = '';
    let isMail = false;
    socket.write('220 sink\r\n');
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = endOf(text, isMail); end > 0; end = endOf(text, isMail)) {
        const part = text.slice(0, end);
        text = text.slice(end);
        if (isMail) this.#take(part);
        isMail = !isMail && /^DATA\r\n/i.test(part);
        socket.write(isMail ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  }

  #take(mail: string): void {
    this.#mails += 1;
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = /\/recover\/([\w.-]+)/.exec(text)?.[1];
    const email = /^To: (?:.*<)?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(text)?.[1];
    if (token === undefined || email === undefined) return;
    const resolve = this.#waiting.get(email);
    this.#waiting.delete(email);
    if (resolve === undefined) this.#tokens.set(email, token);
    else resolve(token);
  }
}

/** Where the next command, or the mail, ends; 0 while it is incomplete. */
function endOf(text: string, isMail: boolean): number {
  const mark = isMail ? END_OF_MAIL : '\r\n';
  const at = text.indexOf(mark);
  return at < 0 ? 0 : at + mark.length;
}
