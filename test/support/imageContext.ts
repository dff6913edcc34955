import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether the rules of a `.dockerignore` let a file through. Of the rules that match it, or a folder above it, the last one decides. */
function isSent(file: string, rules: string): boolean {
  const lines = rules.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const last = lines.findLast((line) => formOf(line.replace(/^!/, '').trim()).test(file));
  return last === undefined || last.startsWith('!');
}

/** Docker's patterns: `*` is any text without `/`, `**` any number of folders. A folder stands for what is in it. */
function formOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*|[.+?^${}()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : `\\${part}`;
  });
  return new RegExp(`^${source}(?:/|$)`);
}

/** Copies what `docker build` gets of the repository: files of git, and new ones that git would take. */
export function copyContext(root: string, folder: string): void {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8');
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !isSent(file, rules)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
}

/** The commands of each stage of a Dockerfile that has a name. */
export function commandsOf(dockerfile: string): Readonly<Record<string, readonly string[]>> {
  const stages: Record<string, string[]> = {};
  let stage = '';
  for (const line of dockerfile.replaceAll('\\\n', ' ').split('\n')) {
    if (line.startsWith('FROM ')) stage = /^FROM \S+ AS (\S+)/.exec(line)?.[1] ?? '';
    if (line.startsWith('RUN ')) stages[stage] = [...(stages[stage] ?? []), line.slice('RUN '.length).trim()];
  }
  return stages;
}
