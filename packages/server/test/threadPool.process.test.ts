import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

/** The fields of /proc/PID/task/TID/stat after the name, which may have blanks; proc(5) numbers them from 3. */
const fieldsOf = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
const NICE = 19 - 3;

/** The nice values of the threads of a process whose name is this. */
function prioritiesOf(pid: number, name: string): readonly number[] {
  const folder = `/proc/${pid}/task`;
  const threads = readdirSync(folder).filter((id) => readFileSync(`${folder}/${id}/comm`, 'utf8').trim() === name);
  return threads.map((id) => Number(fieldsOf(readFileSync(`${folder}/${id}/stat`, 'utf8'))[NICE]));
}

describe.skipIf(process.platform !== 'linux')('the threads of password hashes', () => {
  it.each([
    [{}, availableParallelism() + 6],
    [{ ALGOTHEQUE_HASH_CONCURRENCY: '3' }, 7],
    [{ UV_THREADPOOL_SIZE: '5' }, 5],
  ])('are enough beside four for files, and run after the one of requests: %j', async (env, threads) => {
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: scratchFolder(), ...env });
    expect(prioritiesOf(server.pid, 'libuv-worker')).toEqual(Array.from({ length: threads }, () => getPriority() + 10));
    expect(prioritiesOf(server.pid, 'MainThread')).toEqual([getPriority()]);
    await server.stop();
  });
});
