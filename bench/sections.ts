import { readFile, writeFile } from 'node:fs/promises';

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` in a document, for each name. */
export async function writeSections(path: string, sections: Readonly<Record<string, string>>): Promise<void> {
  let text = await readFile(path, 'utf8');
  for (const [name, body] of Object.entries(sections)) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${path} has no section ${name}`);
    text = `${text.slice(0, from + start.length)}\n${body}\n${text.slice(to)}`;
  }
  await writeFile(path, text);
}
