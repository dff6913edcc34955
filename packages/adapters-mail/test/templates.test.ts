import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { readMailTemplates } from '../src/index.ts';
import { onlyMail, recipient, scratchFolder, scratchOutbox } from './scratch.ts';

const CONFIRM = {
  subject: 'Welcome to {{name}}',
  before: ['Dear {{pseudo}}, <b>press</b> within {{lifetime}}.'],
  button: 'Join {{name}}',
  after: ['Ask {{contact}} or see {{address}}.'],
};
const LAYOUT = '<!DOCTYPE html><html lang="{{lang}}"><title>{{subject}}</title><h1>{{name}}</h1>{{content}}</html>';

/** A folder with these files; what is no text is written as JSON. */
async function folderOf(files: Readonly<Record<string, unknown>>): Promise<string> {
  const dir = scratchFolder();
  for (const [name, content] of Object.entries(files))
    await writeFile(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content));
  return dir;
}

/** The lines of the refusal. */
async function problemsOf(dir: string): Promise<string[]> {
  const problem: unknown = await readMailTemplates(dir).catch((error: unknown) => error);
  if (!(problem instanceof TypeError)) throw new Error(`it was not refused: ${JSON.stringify(problem)}`);
  return problem.message.split('\n');
}

describe('templates', () => {
  it('replace what they have, and the rest stays; values are escaped', async () => {
    const dir = await folderOf({
      'en.json': { greeting: 'Hi {{pseudo}}!', mails: { confirm: CONFIRM } },
      'layout.html': LAYOUT,
      '.hidden': 'anything',
    });
    const templates = await readMailTemplates(dir);
    const { mailer, dir: mailDir } = await scratchOutbox({ templates, name: 'A & B' });
    await mailer.send(recipient({ pseudo: '{{name}} <i>' }), { kind: 'confirm', token: 't' });
    const { subject, text = '', html } = await simpleParser(await onlyMail(mailDir));
    expect(subject).toBe('Welcome to A & B');
    expect(text).toMatch(
      /^Hi {{name}} <i>!\n\nDear {{name}} <i>, <b>press<\/b> within 24\shours\.\n\nJoin A & B\nhttps:/,
    );
    expect(text).toContain('Ask algotheque@example.org or see https://algo\u2060.example'.replaceAll('\u2060', ''));
    expect(text).toContain('Do you need help?');
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><title>Welcome to A &amp; B<\/title><h1>A &amp; B<\/h1><p/);
    expect(html).toContain('Dear {{name}} &lt;i&gt;, &lt;b&gt;press&lt;/b&gt; within');
  });

  it('of one language leave the other as it is', async () => {
    const templates = await readMailTemplates(await folderOf({ 'fr.json': { greeting: 'Salut,' } }));
    const { mailer, dir } = await scratchOutbox({ templates });
    await mailer.send(recipient(), { kind: 'password_changed' });
    expect((await simpleParser(await onlyMail(dir))).text).toContain('Hello Ada,');
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['no file', {}, 'has none of en.json, fr.json, layout.html'],
    ['another file', { 'de.json': {} }, 'de.json: it is none of en.json, fr.json, layout.html'],
    ['no JSON', { 'en.json': '{' }, 'en.json: it is not JSON ('],
    ['no object', { 'en.json': [] }, 'en.json: is not an object of texts'],
    ['no UTF-8', { 'en.json': Buffer.from('x').toString() }, 'en.json: it is not JSON'],
    ['a huge file', { 'layout.html': 'x'.repeat(65_537) }, 'layout.html: it has more than 65536 bytes'],
    ['an unknown text', { 'en.json': { greetings: 'x' } }, 'en.json: greetings is not one of its texts'],
    ['a text that is inherited', { 'en.json': '{"constructor":"x"}' }, 'en.json: constructor is not one of its texts'],
    ['an unknown mail', { 'en.json': { mails: { welcome: CONFIRM } } }, 'en.json: mails.welcome is not a mail'],
    [
      'a mail that lacks a text',
      { 'fr.json': { mails: { confirm: { ...CONFIRM, button: undefined } } } },
      'fr.json: mails.confirm has no button',
    ],
    [
      'a mail with an unknown text',
      { 'en.json': { mails: { confirm: { ...CONFIRM, footer: 'x' } } } },
      'en.json: mails.confirm.footer is not one of its texts',
    ],
    [
      'an unknown placeholder',
      { 'en.json': { mails: { confirm: { ...CONFIRM, after: ['{{nmae}}'] } } } },
      'en.json: mails.confirm.after[0] has the unknown placeholder {{nmae}}; it may have {{name}}, {{pseudo}}, {{contact}}, {{address}}, {{lifetime}}',
    ],
    [
      'a lifetime in a mail whose link has no end',
      { 'en.json': { mails: { password_changed: { ...CONFIRM, before: ['{{lifetime}}'], after: [] } } } },
      'en.json: mails.password_changed.before[0] has the unknown placeholder {{lifetime}}; it may have',
    ],
    [
      'a pseudo in a subject',
      { 'en.json': { mails: { confirm: { ...CONFIRM, subject: '{{pseudo}}' } } } },
      'en.json: mails.confirm.subject has the unknown placeholder {{pseudo}}; it may have {{name}}',
    ],
    ['an open brace', { 'en.json': { greeting: 'Hi {{pseudo}' } }, 'en.json: greeting has {{ without }}'],
    [
      'a line break in a subject',
      { 'en.json': { mails: { confirm: { ...CONFIRM, subject: 'a\r\nBcc: eve@example.org' } } } },
      'en.json: mails.confirm.subject has a line break or another control character',
    ],
    ['an empty text', { 'en.json': { help: ' ' } }, 'en.json: help is not a text'],
    ['more than 64 KiB', { 'layout.html': '{{content}}'.padEnd(65_537) }, 'layout.html: it has more than 65536 bytes'],
    ['a page without the mail', { 'layout.html': '<p>{{name}}' }, 'layout.html: it has no {{content}}'],
    [
      'an unknown placeholder in the page',
      { 'layout.html': '{{content}}{{logo}}' },
      'layout.html: it has the unknown placeholder {{logo}}',
    ],
  ])('are refused with %s', async (_, files, problem) => {
    const problems = await problemsOf(await folderOf(files));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('are refused with one line for each problem', async () => {
    const dir = await folderOf({ 'en.json': { a: '', b: '' }, 'layout.html': 'x' });
    expect(await problemsOf(dir)).toHaveLength(3);
    const other = await folderOf({ 'a.txt': '', 'b.txt': '', 'en.json': '[' });
    expect(await problemsOf(other)).toHaveLength(3);
  });

  it('are refused when a file is no file, has no UTF-8, or the folder is absent', async () => {
    const dir = await folderOf({});
    await mkdir(join(dir, 'en.json'));
    await writeFile(join(dir, 'fr.json'), Buffer.from([0x22, 0xff, 0x22]));
    expect(await problemsOf(dir)).toEqual(['en.json: it is not a file', 'fr.json: it is not UTF-8']);
    expect(await problemsOf(join(dir, 'none'))).toEqual([`${join(dir, 'none')}: it cannot be read (ENOENT)`]);
  });

  it('of an embedder are checked by openMailFolder too', async () => {
    await expect(scratchOutbox({ templates: { layout: 'x' } })).rejects.toThrow(TypeError);
  });
});
