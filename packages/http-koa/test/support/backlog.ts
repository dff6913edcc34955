import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const CLIENTS = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, count, text, signal } } = require('node:worker_threads');
  const flags = new Int32Array(signal);
  const replies = Array(count).fill('');
  let [left, unsent] = [count, count];
  parentPort.postMessage('ready');
  Atomics.wait(flags, 1, 0); // until the server's thread waits
  for (const index of replies.keys()) {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => {
      if (--unsent > 0) return;
      Atomics.store(flags, 0, 1);
      Atomics.notify(flags, 0);
    }));
    socket.on('data', (chunk) => { replies[index] += chunk; });
    socket.on('error', () => {}); // a reset closes the connection too
    socket.on('close', () => { if (--left === 0) parentPort.postMessage(replies); });
  }
`;

/**
 * Connections that only the kernel has accepted: clients in another thread connect and send `text` while this thread, which is
 * the server's, waits. Resolves in the first turn after the wait, to a function that waits for the answer of each client.
 */
export async function backlog(port: number, count: number, text: string): Promise<() => Promise<readonly string[]>> {
  const signal = new SharedArrayBuffer(8);
  const worker = new Worker(CLIENTS, { eval: true, workerData: { port, count, text, signal } });
  await once(worker, 'message');
  const replies = once(worker, 'message') as Promise<[readonly string[]]>;
  const flags = new Int32Array(signal);
  Atomics.store(flags, 1, 1);
  Atomics.notify(flags, 1);
  if (Atomics.wait(flags, 0, 0, 20_000) === 'timed-out')
    throw new Error('The kernel does not keep as many connections');
  return async () => (await replies)[0];
}
