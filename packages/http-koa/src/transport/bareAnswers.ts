import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { securityHeaders } from './answerHeaders.ts';
import { headerValues } from './requestHead.ts';

/** Of an answer that no route makes. It has no body and the headers of every answer, and ends the connection. */
const bareHeaders = (): Readonly<Record<string, string>> => ({
  Connection: 'close',
  ...securityHeaders(undefined),
  'X-Request-Id': randomUUID(),
  'Content-Length': '0',
});

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The answer to bytes that are not an HTTP request, or to an incomplete request after its timeout. */
export function answerTo(code: string): string {
  const lines = Object.entries(bareHeaders()).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${STATUS_LINES[code] ?? '400 Bad Request'}`, ...lines, '', ''].join('\r\n');
}

/** Answers a request that is not given to the application. */
export function answerBare(response: ServerResponse, status: 400 | 503): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(status, { ...bareHeaders(), ...(status === 503 && { 'Retry-After': '1' }) }).end();
}

/**
 * A request of another protocol, which Node's parser takes too: one of HTTP/0.9 has no end and no headers of its answer. One of
 * HTTP/1.1 without exactly one Host (RFC 9112, 3.2), or of HTTP/1.0 with a Transfer-Encoding: a proxy may see its end elsewhere
 * (RFC 9112, 6.1).
 */
export function isBroken(request: IncomingMessage): boolean {
  const { httpVersion, headers } = request;
  const hosts = headerValues(request, 'host').length;
  if (httpVersion === '1.1') return hosts !== 1;
  return httpVersion !== '1.0' || hosts > 1 || headers['transfer-encoding'] !== undefined;
}
