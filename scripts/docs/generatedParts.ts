import { fieldLines } from './fieldTable.ts';
import { exampleLines } from './routeExamples.ts';
import { routeLines } from './routeTables.ts';

const BEGIN = /^<!-- (\w+)(?: of (\w+))?: made by `npm run docs` -->$/;

/** The lines of each generated part of docs/api.md, from the group that its comment names. */
const PARTS: Readonly<Record<string, (group: string | undefined) => readonly string[]>> = {
  routes: routeLines,
  fields: fieldLines,
  examples: exampleLines,
};

/** The page with new generated parts. Each is between a comment that names it, and one that ends it: `end of the` and the same name. */
export function withGeneratedParts(page: string): string {
  const lines: string[] = [];
  let end: string | null = null;
  for (const line of page.split('\n')) {
    if (line === end) end = null;
    if (end !== null) continue;
    lines.push(line);
    const begun: readonly (string | undefined)[] = BEGIN.exec(line) ?? [];
    const [, name = '', group] = begun;
    const made = PARTS[name];
    if (made === undefined) continue;
    lines.push('', ...made(group), '');
    end = `<!-- end of the ${name} -->`;
  }
  return lines.join('\n');
}
