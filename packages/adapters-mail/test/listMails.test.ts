import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';
import { expect, it, vi } from 'vitest';
import { listMails } from '../src/index.ts';
import { subjectOf } from '../src/listMails.ts';
import { NOW, recipient } from './scratch.ts';
import { scratchDrain } from './scratchDrain.ts';
import { smtpError, smtpServer } from './smtpServers.ts';

const MINUTE = 60_000;

/** What happens once before the next file is opened. */
const meanwhile = vi.hoisted(() => ({ beforeOpen: null as (() => Promise<unknown>) | null }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...fs,
    async open(...args: Parameters<typeof fs.open>) {
      const work = meanwhile.beforeOpen;
      meanwhile.beforeOpen = null;
      await work?.();
      return fs.open(...args);
    },
  };
});

it('lists what waits, is being sent and was given up, with the last answer', async () => {
  const codes: Record<string, number> = { 'deferred@example.org': 451, 'refused@example.org': 550 };
  const server = await smtpServer({
    onRcptTo({ address }, _, done) {
      const code = codes[address];
      done(code === undefined ? null : smtpError(code, 'no'));
    },
  });
  const { open, spoolFor, spool, dir, clock, places } = await scratchDrain();
  await spoolFor('deferred@example.org', 'refused@example.org');
  await open(`smtp://127.0.0.1:${server.port}`).runOnce();
  clock.advance(MINUTE);
  await spoolFor('new@example.org');
  await spool.send(recipient({ adresseMail: 'sent@example.org', locale: 'fr' }), { kind: 'password_changed' });
  const claimed = (await places()).waiting.at(-1) ?? '';
  await rename(join(dir, claimed), join(dir, 'sending', claimed));

  const name = expect.stringMatching(/^20261121T1\d{8}Z-[0-9a-f]{16}$/);
  const common = { name, subject: 'Confirm your e-mail address', problem: null };
  const answer = expect.stringMatching(/ (451|550) no$/);
  expect(await listMails(dir)).toEqual([
    {
      ...common,
      place: 'waiting',
      to: 'deferred@example.org',
      spooledAt: NOW,
      tries: 1,
      nextTry: NOW + 45_002,
      answer,
    },
    {
      ...common,
      place: 'waiting',
      to: 'new@example.org',
      spooledAt: NOW + MINUTE + 2,
      tries: 0,
      nextTry: NOW + MINUTE + 2,
      answer: null,
    },
    {
      ...common,
      place: 'sending',
      to: 'sent@example.org',
      subject: 'Votre mot de passe a été modifié',
      spooledAt: NOW + MINUTE + 3,
      tries: 0,
      nextTry: NOW + MINUTE + 3,
      answer: null,
    },
    { ...common, place: 'failed', to: 'refused@example.org', spooledAt: NOW + 1, tries: 1, nextTry: null, answer },
  ]);
});

it('leaves out what is sent before it is read', async () => {
  const { spoolFor, dir, spooled } = await scratchDrain();
  await spoolFor('ada@example.org', 'bob@example.org');
  meanwhile.beforeOpen = () => rm(spooled[0]?.file ?? '');
  expect((await listMails(dir)).map(({ to }) => to)).toEqual(['bob@example.org']);
});

it('shows files that are no mails by their names, and does not read their text', async () => {
  const { dir } = await scratchDrain();
  await mkdir(join(dir, 'failed'));
  await writeFile(join(dir, '\u001b[31mred\n.eml'), 'To: ada@example.org\r\nSubject: x\r\n\r\n');
  await writeFile(join(dir, 'failed', 'empty.eml'), '');
  await mkdir(join(dir, 'folder.eml'));
  expect(await listMails(dir)).toMatchObject([
    { name: '\u001b[31mred\n.eml', to: null, subject: null, problem: 'It does not begin with an envelope' },
    { name: 'folder.eml', problem: 'It is not a file' },
    { name: 'empty.eml', place: 'failed', problem: 'The file is empty' },
  ]);
});

it.each(['Confirm', 'Votre mot de passe a été modifié', '\u{1f388} = _ ? "x" '.repeat(9).trim(), 'é'.repeat(99)])(
  'reads a subject in any encoding: %s',
  (subject) => {
    for (const encoding of ['Q', 'B'] as const) {
      const line = foldLines(`Subject: ${encodeWord(subject, encoding, 52)}`, 76);
      expect(subjectOf(Buffer.from(`To: a@b\r\n${line}\r\nDate: x\r\n\r\nSubject: body`))).toBe(subject);
    }
  },
);

it('reads no subject from a body', () => {
  expect(subjectOf(Buffer.from('To: a@b\r\n\r\nSubject: body\r\n'))).toBeNull();
});
