import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { runDoctor } from '../../src/doctor/command.ts';
import { NO_PROGRESS, type Progress } from '../../src/terminal/progress.ts';
import { runIn } from '../cli/runIn.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { edit, filesBelow } from './support/examined.ts';

const sample = async (): Promise<string> => (await sampleStore(join(scratchFolder(), 'data'))).dataDir;

const examine = (dataDir: string, settings: Readonly<Record<string, string>> = {}, repair = false) =>
  runDoctor(
    { repair, signal: new AbortController().signal },
    { ALGOTHEQUE_DATA_DIR: dataDir, ...settings },
    NO_PROGRESS,
  );

/** A message for the operator, from a look and from a repair. */
async function expectNotExamined(dataDir: string, problem: RegExp, settings: Readonly<Record<string, string>> = {}) {
  for (const repair of [false, true]) {
    const failed: unknown = await examine(dataDir, settings, repair).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'NotExaminedError', message: expect.stringMatching(problem) });
  }
}

describe('a store that cannot be looked at', () => {
  it.runIf(process.geteuid?.() === 0)('is that of another user, for a repair of root', async () => {
    const dataDir = await sample();
    await chown(join(dataDir, 'algotheque.db'), 65_534, 65_534);
    const refused: unknown = await examine(dataDir, {}, true).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'NotExaminedError',
      message: expect.stringContaining('belongs to user 65534'),
    });
    expect(await examine(dataDir)).toMatchObject({ exitCode: 0 });
  });

  it('is not there', async () => {
    const dataDir = join(scratchFolder(), 'none');
    await expectNotExamined(dataDir, /^There is no store in /);
  });

  it('is an empty folder, which stays empty', async () => {
    const dataDir = scratchFolder();
    await expectNotExamined(dataDir, /^There is no store in /);
    expect([...(await filesBelow(dataDir)).keys()]).toEqual([]);
  });

  it('has content and no database', async () => {
    const dataDir = await sample();
    await rm(join(dataDir, 'algotheque.db'));
    await expectNotExamined(dataDir, /algotheque\.db/);
  });

  it('has no folder of content, or something else in its place', async () => {
    const dataDir = await sample();
    await rm(join(dataDir, 'algos'), { recursive: true });
    await expectNotExamined(dataDir, /^The folder of content .*algos is absent: is it mounted/);
    await writeFile(join(dataDir, 'algos'), '');
    await expectNotExamined(dataDir, /algos/);
  });

  it('has a database that is none, or of another version', async () => {
    const dataDir = await sample();
    edit(dataDir, 'PRAGMA user_version = 99');
    await expectNotExamined(
      dataDir,
      /has schema version 99, and this release knows version 1: start the release that wrote it/,
    );
    await writeFile(join(dataDir, 'algotheque.db'), 'x'.repeat(5_000));
    await expectNotExamined(dataDir, /is damaged or is no SQLite database/);
  });

  it('has a wrong setting, or a database that cannot be reached', async () => {
    const dataDir = await sample();
    await expectNotExamined(dataDir, /^ALGOTHEQUE_SECRET/, { ALGOTHEQUE_SECRET: 'short' });
    await expectNotExamined(dataDir, /^MongoDB at 127\.0\.0\.1:1\/none, connect/, {
      ALGOTHEQUE_STORE_URL: 'mongodb://127.0.0.1:1/none?serverSelectionTimeoutMS=100',
      ALGOTHEQUE_FILES_URL: 'mongodb:',
    });
  });
});

describe('the command', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('is stopped by %s in order, without a report', async (signal) => {
    const dataDir = await sample();
    const begun: string[] = [];
    const progress: Progress = {
      ...NO_PROGRESS,
      begin(name, total) {
        begun.push(name);
        if (begun.length === 1) process.emit(signal, signal);
        return NO_PROGRESS.begin(name, total);
      },
    };
    const stopped = runDoctor({ repair: false }, { ALGOTHEQUE_DATA_DIR: dataDir }, progress);
    await expect(stopped).rejects.toMatchObject({ name: 'NotExaminedError', message: `Stopped by ${signal}` });
    expect(begun).toHaveLength(1);
  });

  it('ends with 0, 1 or 2, with the report on standard output', async () => {
    const dataDir = await sample();
    const env = { ALGOTHEQUE_DATA_DIR: dataDir };
    expect(await examine(dataDir)).toMatchObject({
      exitCode: 0,
      text: `Nothing is wrong in sqlite:${dataDir}/algotheque.db`,
    });

    await mkdir(join(dataDir, 'algos', '6.json'));
    const found = await runIn(['doctor'], { env });
    expect(found.code).toBe(1);
    expect(found.stdout).toContain('file-foreign (1)');
    expect(found.stderr).toContain('files: 1 found in 7\n');
    const repaired = await runIn(['doctor', '--repair', '--json'], { env });
    expect([repaired.code, repaired.stderr]).toEqual([1, '']);
    expect(JSON.parse(repaired.stdout).findings).toEqual([
      {
        code: 'file-foreign',
        place: join(dataDir, 'algos', '6.json'),
        detail: 'It is a folder',
        owner: null,
        lastChange: expect.stringMatching(/^\d{4}-.*Z$/),
        means: expect.any(String),
        repair: expect.any(String),
        mended: expect.stringContaining(join(dataDir, 'algos', 'lost+found', '6.json-')),
        failed: null,
      },
    ]);
    expect((await runIn(['doctor'], { env: { ALGOTHEQUE_DATA_DIR: join(dataDir, 'none') } })).code).toBe(2);
  });
});
