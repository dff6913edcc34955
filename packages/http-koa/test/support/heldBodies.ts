import type { Socket } from 'node:net';
import { afterEach } from 'vitest';
import { BodyBudget } from '../../src/exchange/bodyBudget.ts';
import type { Person } from '../suite/people.ts';
import type { MemoryServerOptions } from './memoryServer.ts';
import { halfSent } from './raw.ts';
import { useServer } from './useServer.ts';

export const KIB = 1_024;
export const MIB = KIB * KIB;
/** What a chunk counts beside its bytes. */
export const CHUNK = 640;
export const JSON_TYPE = 'Content-Type: application/json';
export const bearer = ({ token }: Person) => `Authorization: Bearer ${token}`;
export const UNAVAILABLE =
  /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\n[\s\S]*"message":"Responses\.General\.Unavailable"/;

/** Opens servers that count the bytes of request bodies up to a limit. Servers and connections end with the test. */
export function useBodies() {
  const start = useServer();
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).map((socket) => socket.destroy()));

  async function counted(maxBytes: number, options: MemoryServerOptions = {}) {
    const bodies = new BodyBudget(maxBytes);
    const server = await start({ ...options, bodies });
    const { port } = server.listening.address;
    /** A request with an incomplete body. */
    const stalled = async (line: string, headers: readonly string[], body: string) => {
      const head = `${line} HTTP/1.1\r\nHost: x\r\n${[JSON_TYPE, ...headers].join('\r\n')}\r\n\r\n`;
      const socket = await halfSent(port, head + body);
      sockets.push(socket);
      return socket;
    };
    /** Resolves when this many bytes are held. It checks once in each turn of the event loop, while the sent bytes arrive. */
    const held = async (bytes: number) => {
      while (bodies.heldBytes !== bytes) await server.api.call('GET /healthz');
    };
    /** As `held`, at least this many: how many chunks a large body comes in is not known. */
    const heldFrom = async (bytes: number) => {
      while (bodies.heldBytes < bytes) await server.api.call('GET /healthz');
    };
    return { ...server, bodies, port, stalled, held, heldFrom };
  }

  return counted;
}
