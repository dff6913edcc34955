import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { importsOf, type Packed } from './packed.ts';

/** The folder where the packages are installed, and the packages. */
export interface Consumer {
  readonly folder: string;
  readonly packed: readonly Packed[];
}

/** Entries of package.json that name a file that is absent or of another kind. */
export async function manifestProblems({ folder, packed }: Consumer): Promise<string[]> {
  const problems = packed.map(async ({ manifest: { name } }) => {
    const pkgDir = join(folder, 'node_modules', name);
    const { messages, pkg } = await publint({ pkgDir, pack: false, level: 'warning', strict: true });
    return messages.map((message) => `${name}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
  });
  return (await Promise.all(problems)).flat();
}

/** Entries that plain Node, without the condition of this repository, cannot import, or that export nothing. */
export function importProblems({ folder, packed }: Consumer): string[] {
  const program = `
    for (const name of ${JSON.stringify(packed.flatMap(importsOf))}) {
      try {
        if (Object.keys(await import(name)).length === 0) console.log(name + ' exports nothing');
        if (!import.meta.resolve(name).includes('/dist/')) console.log(name + ' is not imported from dist');
      } catch (error) {
        console.log(name + ' cannot be imported: ' + error.stack);
      }
    }`;
  writeFileSync(join(folder, 'imports.js'), program);
  return linesOf(spawnSync(process.execPath, ['imports.js'], { cwd: folder, encoding: 'utf8' }));
}

/** Errors of a consumer's strict compiler when every entry is imported, and types that do not come from dist. */
export function typeProblems({ folder, packed }: Consumer, tsc: string): string[] {
  const names = packed.flatMap(importsOf);
  const program = names.map((name, index) => `export * as entry${index} from '${name}';`).join('\n');
  const compilerOptions = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: ['node'] };
  writeFileSync(join(folder, 'consumer.ts'), program);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  const { status, stdout } = spawnSync(tsc, ['--listFiles'], { cwd: folder, encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const sources = lines.filter((line) =>
    packed.some(({ manifest: { name } }) => {
      const place = `/node_modules/${name}/`; // not any folder of that name: a clone may be in one
      return line.includes(place) && !line.includes(`${place}dist/`);
    }),
  );
  if (status !== 0) return lines.filter((line) => !line.startsWith('/'));
  return sources.map((file) => `the types of a consumer come from ${file}, not from dist`);
}

/** Commands that fail with --help. */
export function commandProblems({ folder, packed }: Consumer): string[] {
  const commands = packed.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}));
  return commands.flatMap((command) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'node_modules/.bin', command), '--help'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    return status === 0 && stdout !== '' ? [] : [`${command} --help ended with ${status}: ${stderr}`];
  });
}

const SERVE = ['algotheque', 'serve'];

/**
 * What is wrong with `npx algotheque serve` of the installed package: it must listen, have the console, and stop as it should at SIGTERM.
 */
export async function serverProblems({ folder }: Consumer): Promise<string[]> {
  const npx = spawn('npx', ['--no', ...SERVE], {
    cwd: folder,
    // npx starts the first Node of the path.
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, PORT: '0', ALGOTHEQUE_STOP_GRACE: '0s' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a group of its own
  });
  let output = '';
  let isAsked = false;
  let consoleStatus = Promise.resolve(0);
  npx.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    // npx ends at SIGTERM without the program that it started, so the signal goes to the whole group, as from a terminal.
    const url = / listens on (\S+)[\s\S]* mails /.exec(output)?.[1];
    const { pid } = npx;
    if (url === undefined || pid === undefined || isAsked) return;
    isAsked = true;
    consoleStatus = statusOf(`${url}/app`).finally(() => process.kill(-pid, 'SIGTERM'));
  });
  await once(npx, 'close');
  const status = await consoleStatus;
  return [
    ...(output.includes('Algotheque stopped') ? [] : [`npx algotheque serve did not listen and stop: ${output}`]),
    ...(status === 200 ? [] : [`npx algotheque serve answers ${status} for the console`]),
  ];
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

function linesOf({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }): string[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return status === 0 ? lines : [...lines, `ended with ${status}: ${stderr}`];
}
