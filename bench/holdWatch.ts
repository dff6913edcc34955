import { rmSync } from 'node:fs';
import { createServer } from 'node:net';

// Loaded into a server (`--import`). A client that connects to HOLD_SOCKET gets the most processor time that one
// turn of the event loop has taken since the last connection, in milliseconds. It is the processor time of this thread,
// because on a busy machine the clock also counts the time of other processes.
const path = process.env['HOLD_SOCKET'];
if (path === undefined) throw new Error('HOLD_SOCKET is not set');

let longest = 0;
let last = process.threadCpuUsage();

function turn(): void {
  const { user, system } = process.threadCpuUsage(last);
  longest = Math.max(longest, user + system);
  last = process.threadCpuUsage();
  setImmediate(turn).unref();
}
setImmediate(turn).unref();

rmSync(path, { force: true });
createServer((socket) => {
  socket.end(String(longest / 1_000));
  longest = 0;
})
  .listen(path)
  .unref();
