import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { securityHeaders } from './answers/securityHeaders.ts';

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers what is no HTTP request, or took too long to become one, and closes the connection. Such an answer has no body;
 * it has the headers of every answer. Nothing is written where an answer has begun.
 */
export function answerBrokenRequest(error: Error, socket: Duplex, underWay: ReadonlySet<ServerResponse>): void {
  const begun = [...underWay].some(({ headersSent, req }) => headersSent && req.socket === socket);
  const code: unknown = Reflect.get(error, 'code');
  if (!socket.writable || begun || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const headers = { ...securityHeaders(undefined), 'X-Request-Id': randomUUID(), 'Content-Length': '0' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = (typeof code === 'string' ? STATUS_LINES[code] : undefined) ?? '400 Bad Request';
  socket.end([`HTTP/1.1 ${status}`, 'Connection: close', ...lines, '', ''].join('\r\n'));
}
