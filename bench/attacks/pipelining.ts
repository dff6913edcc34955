import { account, algorithm } from './accounts.ts';
import { type Attack, HOLD_MS } from './attack.ts';
import { held, silentSocket } from './silentSockets.ts';

const LARGE_CHARS = 500_000;

/** Twelve connections send 636 requests each for half a megabyte, and read no answers. */
const pipelinedReads: Attack = {
  name: 'pipelined reads',
  isLimited: true,
  others: 'read',
  async prepare(port) {
    const attacker = await account(port, 'attacker@example.org');
    return { token: attacker.token, algo: await algorithm(port, attacker, { text: 'x'.repeat(LARGE_CHARS) }) };
  },
  run(port, { token, algo }) {
    const request = `GET /api/algos/${String(algo)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${String(token)}\r\n\r\n`;
    return held(
      Array.from({ length: 12 }, () => silentSocket(port, request.repeat(636))),
      HOLD_MS,
    );
  },
};

/** A hundred anonymous connections send 64 KiB of the smallest requests at once. */
const pipelinedFlood: Attack = {
  name: 'pipelined flood',
  isLimited: true,
  others: 'read',
  run(port) {
    const request = 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n';
    const flood = request.repeat(Math.floor(65_536 / request.length));
    return held(
      Array.from({ length: 100 }, () => silentSocket(port, flood)),
      HOLD_MS,
    );
  },
};

export const PIPELINING: readonly Attack[] = [pipelinedReads, pipelinedFlood];
