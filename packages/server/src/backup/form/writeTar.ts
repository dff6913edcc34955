import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { Backup } from './backup.ts';
import { MANIFEST } from './parts.ts';

/** Writes the parts of a backup into a tar, the manifest last, durably. Only this user can read it. */
export async function writeTar(backup: Backup, path: string, signal: AbortSignal): Promise<void> {
  const tar = pack();
  const file = createWriteStream(path, { flags: 'w', mode: 0o600, flush: true });
  const adding = addAll(backup, tar, signal).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  await Promise.all([pipeline(tar, file), adding]);
}

async function addAll(backup: Backup, tar: ReturnType<typeof pack>, signal: AbortSignal): Promise<void> {
  const manifest = backup.files.filter(({ name }) => name === MANIFEST);
  const others = backup.files.filter(({ name }) => name !== MANIFEST);
  for (const { name, bytes } of [...others, ...manifest]) {
    signal.throwIfAborted();
    await pipeline(backup.read(name), tar.entry({ name, size: bytes, mode: 0o600 }));
  }
}
