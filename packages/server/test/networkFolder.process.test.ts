import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { runCommand, startServer } from './support/serverProcess.ts';

const NFS = '0x6969';
const STATFS = ['statfs', 'statfs64'].map(
  (name) => `int ${name}(const char *path, struct ${name} *found) {
  int (*real)(const char *, struct ${name} *) = dlsym(RTLD_NEXT, "${name}");
  int result = real(path, found);
  if (result == 0) found->f_type = ${NFS};
  return result;
}`,
);

const missing = noFaults();

it.skipIf(missing !== null)('a network filesystem is named at the start and by doctor', async () => {
  const folder = scratchFolder();
  const [source, library] = [join(folder, 'nfs.c'), join(folder, 'nfs.so')];
  const includes = ['#define _GNU_SOURCE', '#include <dlfcn.h>', '#include <sys/vfs.h>'];
  writeFileSync(source, [...includes, ...STATFS].join('\n'));
  execFileSync('cc', ['-shared', '-fPIC', '-D_LARGEFILE64_SOURCE', '-o', library, source, '-ldl']);
  const env = { LD_PRELOAD: library, ALGOTHEQUE_DATA_DIR: join(folder, 'data') };
  const server = await startServer(env);
  await server.stop();
  expect(server.output().stdout + server.output().stderr).toContain('is on a network filesystem (NFS)');
  const { code, stderr } = await runCommand(['doctor'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('is on a network filesystem (NFS)') });
});
