import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface TestServer {
  readonly port: number;
  readonly received: Received[];
  /** Connections so far. */
  readonly connections: () => number;
}

/** A real SMTP server in this process, on 127.0.0.1, that accepts every mail; closed after the test. */
export async function smtpServer(options: SMTPServerOptions = {}, port = 0): Promise<TestServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 10,
    async onData(stream, { envelope }, done) {
      const raw = await text(stream).catch(() => null);
      if (raw === null) {
        done(new Error('the client has gone')); // a mail that was cut off is not taken
        return;
      }
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
      done(null, 'taken');
    },
    ...options,
  });
  server.on('error', () => {}); // In some tests the client breaks the connection.
  server.server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: portOf(server.server.address()), received, connections: () => connections };
}

/** The answer of an SMTP server to a line; with null the client gets none. The function may also use the socket. */
export type Answer = (line: string, socket: Socket) => string | null;

/** A server with wrong behaviour: `answer` decides every reply; the greeting is its answer to an empty line. */
export async function scriptedServer(answer: Answer): Promise<Pick<TestServer, 'port' | 'connections'>> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    const reply = (line: string) => {
      const reply = answer(line, socket);
      if (reply !== null && socket.writable) socket.write(`${reply}\r\n`);
    };
    reply('');
    createInterface({ input: socket })
      .on('line', reply)
      .on('error', () => {}); // The client may break the connection.
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: portOf(server.address()), connections: () => connections };
}

/** The answers of a server that accepts every mail; a test may replace some. Lines of a mail get no answer. */
export function acceptingAnswer(): Answer {
  const inMail = new Set<Socket>();
  return (line, socket) => {
    if (inMail.has(socket)) {
      if (line !== '.') return null;
      inMail.delete(socket);
      return '250 taken';
    }
    if (line === 'DATA') inMail.add(socket);
    const known: Record<string, string> = { '': '220 polite', DATA: '354 go ahead', QUIT: '221 bye' };
    return known[line] ?? '250 fine';
  };
}

export function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}

/** A server that accepts every mail, and the lines that it has got: the first one is empty. */
export async function recordingServer(): Promise<{ readonly port: number; readonly lines: readonly string[] }> {
  const accepting = acceptingAnswer();
  const lines: string[] = [];
  const { port } = await scriptedServer((line, socket) => {
    lines.push(line);
    return accepting(line, socket);
  });
  return { port, lines };
}

/** A server that never answers the end of a mail; `reached` resolves when the first one has come to it. */
export async function silentServer(): Promise<{ readonly port: number; readonly reached: Promise<void> }> {
  const accepting = acceptingAnswer();
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const { port } = await scriptedServer((line, socket) => {
    if (line !== '.') return accepting(line, socket);
    resolve();
    return null;
  });
  return { port, reached };
}
