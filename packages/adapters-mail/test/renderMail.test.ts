import { renderMail } from '@algotheque/adapters-mail';
import { simpleParser } from 'mailparser';
import { expect, it } from 'vitest';
import { INVITATION, onlyMail, recipient, scratchOutbox } from './scratch.ts';

const form = {
  from: "Ada's service <algotheque@example.org>",
  publicUrl: 'https://algo.example.org',
  usersUrl: 'https://algo.example.org/api/users',
};
const ada = { adresseMail: 'ada@example.org', pseudo: 'Ada', locale: 'en' } as const;

it.each([{ kind: 'recover', token: 'abc' } as const, { kind: 'password_changed' } as const, INVITATION])(
  'a mail as its parts says what the folder of mails has: %o',
  async (mail) => {
    const { mailer, dir } = await scratchOutbox(form);
    await mailer.send(recipient(), mail);
    const inFolder = await simpleParser(await onlyMail(dir));
    const { from, to, subject, text, html, link } = renderMail(ada, mail, form);
    expect({ ...inFolder, text: inFolder.text?.trimEnd() }).toMatchObject({ subject, text: text.trimEnd(), html });
    expect(inFolder.from?.value).toEqual([from]);
    expect(inFolder.to).toMatchObject({ value: [to] });
    expect(text).toContain(link);
  },
);

it('an invitation has the headers by which its reader gets no more of them', () => {
  expect(renderMail(ada, INVITATION, form).headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': '<https://algo.example.org/api/users/invitation/refuse/a-token>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

it.each([
  { ...ada, adresseMail: 'ada@example.org\r\nBcc: eve@example.org' },
  { ...ada, pseudo: 'Ada\r\nBcc: eve@example.org' },
])('a recipient that no mail can have is refused, without its address: %j', (recipient) => {
  const render = () => renderMail(recipient, { kind: 'password_changed' }, form);
  expect(render).toThrow(TypeError);
  expect(render).not.toThrow(/eve/);
});

it('a malformed form is refused', () => {
  expect(() => renderMail(ada, { kind: 'password_changed' }, { ...form, usersUrl: 'algo' })).toThrow(TypeError);
});
