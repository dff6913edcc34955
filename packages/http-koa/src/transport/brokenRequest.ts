import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { securityHeaders } from './answerHeaders.ts';
import type { Connection } from './connection.ts';
import { headerValues } from './requestHead.ts';

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** An answer that no route makes. It has no body and the headers of every answer, and ends the connection. */
export const bareHeaders = (): Readonly<Record<string, string>> => ({
  Connection: 'close',
  ...securityHeaders(undefined),
  'X-Request-Id': randomUUID(),
  'Content-Length': '0',
});

/**
 * Answers bytes that are not an HTTP request, or an incomplete request after its timeout, and closes the connection. An earlier request gets
 * its answer first. Nothing is written if the answer to it has begun.
 */
export function answerBrokenRequest(error: Error, socket: Duplex, connection: Connection | undefined): void {
  const code: unknown = Reflect.get(error, 'code');
  if (!socket.writable || connection === undefined || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = (typeof code === 'string' ? STATUS_LINES[code] : undefined) ?? '400 Bad Request';
  connection.endWith(() => {
    const lines = Object.entries(bareHeaders()).map(([name, value]) => `${name}: ${value}`);
    // Otherwise a client that keeps its side open would keep the connection and the memory of its request.
    socket.end([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'), () => socket.destroy());
  });
}

/** Refuses requests that Node's parser accepts but that must be refused; the connection ends with the answer. */
export const refusingBroken =
  (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isBroken(request)) response.writeHead(400, bareHeaders()).end();
    else await answer(request, response);
  };

/**
 * A request of another protocol, which Node's parser takes too: one of HTTP/0.9 has no end and no headers of its answer. One of
 * HTTP/1.1 without exactly one Host (RFC 9112, 3.2), or of HTTP/1.0 with a Transfer-Encoding: a proxy may see its end elsewhere
 * (RFC 9112, 6.1).
 */
function isBroken(request: IncomingMessage): boolean {
  const { httpVersion, headers } = request;
  const hosts = headerValues(request, 'host').length;
  if (httpVersion === '1.1') return hosts !== 1;
  return httpVersion !== '1.0' || hosts > 1 || headers['transfer-encoding'] !== undefined;
}
