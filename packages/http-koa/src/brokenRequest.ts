import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { securityHeaders } from './answers/securityHeaders.ts';

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** An answer to what is broken has no body; it has the headers of every answer, and ends the connection. */
const bareHeaders = (): Readonly<Record<string, string>> => ({
  Connection: 'close',
  ...securityHeaders(undefined),
  'X-Request-Id': randomUUID(),
  'Content-Length': '0',
});

/**
 * Answers what is no HTTP request, or took too long to become one, and closes the connection. Nothing is written where an
 * answer has begun.
 */
export function answerBrokenRequest(error: Error, socket: Duplex, underWay: ReadonlySet<ServerResponse>): void {
  const begun = [...underWay].some(({ headersSent, req }) => headersSent && req.socket === socket);
  const code: unknown = Reflect.get(error, 'code');
  if (!socket.writable || begun || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const lines = Object.entries(bareHeaders()).map(([name, value]) => `${name}: ${value}`);
  const status = (typeof code === 'string' ? STATUS_LINES[code] : undefined) ?? '400 Bad Request';
  // A client that keeps its side open would else keep the connection, and what was read of its request.
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'), () => socket.destroy());
}

/**
 * Refuses what Node's parser lets through though it must be refused, and nothing that comes behind it on its connection is
 * answered: where it begins is in doubt.
 */
export function refusingBroken(answer: RequestListener): RequestListener {
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    if (refused.has(request.socket)) return undefined;
    if (!isBroken(request)) return answer(request, response);
    refused.add(request.socket);
    return response.writeHead(400, bareHeaders()).end();
  };
}

/**
 * A request of HTTP/1.1 without exactly one Host (RFC 9112, 3.2), or an older one with a Transfer-Encoding, the end of which
 * a proxy may see elsewhere (RFC 9112, 6.1).
 */
function isBroken({ httpVersion, headers, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct['host']?.length ?? 0;
  return httpVersion === '1.1' ? hosts !== 1 : hosts > 1 || headers['transfer-encoding'] !== undefined;
}
