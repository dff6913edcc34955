import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Consumer } from './packageProblems.ts';

/**
 * Links of each package's README that lead nowhere for its readers: to a file that is not packed, or to a heading that is not there.
 * An absolute URL is not asked for.
 */
export function linkProblems({ folder, packed }: Consumer): string[] {
  return packed.flatMap(({ manifest: { name } }) => {
    const pkgDir = join(folder, 'node_modules', name);
    const place = join(pkgDir, 'README.md');
    if (!existsSync(place)) return [`${name} has no README.md`];
    const text = withoutCode(readFileSync(place, 'utf8'));
    const headings = headingsOf(text);
    return targetsOf(text)
      .filter((target) => !URL.canParse(target) && !leads(target, pkgDir, headings))
      .map((target) => `${name}: README.md links to ${target}, which is not in the package`);
  });
}

function leads(target: string, pkgDir: string, headings: readonly string[]): boolean {
  const [path = '', heading] = target.split('#');
  if (path === '') return heading !== undefined && headings.includes(heading);
  const place = resolve(pkgDir, decodeURI(path));
  return existsSync(place) && !relative(pkgDir, place).startsWith('..');
}

const withoutCode = (markdown: string): string =>
  markdown
    .replace(/^( *)(`{3,}|~{3,}).*\n[\s\S]*?^\1\2/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.slice(1, -1).replace(/[[\]]/g, ''));

/** The targets of `[text](target "title")`, `![text](target)` and `[name]: target`. */
function targetsOf(markdown: string): string[] {
  const inline = markdown.matchAll(/\]\(\s*<?([^)>\s]+)>?[^)]*\)/g);
  const named = markdown.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^>\s]+)/gm);
  return [...inline, ...named].map(([, target = '']) => target);
}

/** The headings as links name them: lower case, hyphens for spaces, without punctuation. */
const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
