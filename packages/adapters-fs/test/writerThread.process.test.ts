import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratchFolder } from './scratch.ts';

const WRITE_AND_END = fileURLToPath(new URL('./children/writeAndEnd.ts', import.meta.url));

it('a process waits for the files that it writes, and the thread that wrote them does not hold up its end', async () => {
  const argv = ['--conditions=@algotheque/source', WRITE_AND_END, join(scratchFolder(), 'algos')];
  const output = execFileSync(process.execPath, argv, { encoding: 'utf8', timeout: 20_000 });
  expect(output).toBe('[1]\n');
});
