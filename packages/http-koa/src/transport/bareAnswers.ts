import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { securityHeaders } from '../answer/headers.ts';

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
