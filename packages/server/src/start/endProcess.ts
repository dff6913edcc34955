/**
 * Ends a process that something still holds. `process.exit` waits for threads: one that waits for a disk that hangs would hold the process
 * as long, so the process ends by the default action of SIGTERM then.
 */
export async function endProcess(): Promise<void> {
  const { waitsForDisk } = await import('@algotheque/adapters-fs'); // a command without files does not load it before
  const isReading = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
  if (!waitsForDisk() && !isReading) process.exit();
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, 'SIGTERM');
}
