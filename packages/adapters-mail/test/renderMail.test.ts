import { renderMail } from '@algotheque/adapters-mail';
import type { Mail } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { mailWriter } from '../src/mailWriter.ts';

const form = {
  from: "Ada's service <algotheque@example.org>",
  publicUrl: 'https://algo.example.org',
  usersUrl: 'https://algo.example.org/api/users',
};
const ada = { adresseMail: 'ada@example.org', pseudo: 'Ada', locale: 'en' } as const;
const invitation: Mail = {
  kind: 'share_invitation',
  token: 'abc',
  sharer: 'Grace',
  sharerMail: 'grace@example.org',
  isSharerConfirmed: true,
  algo: 'Euclid',
};

it.each([{ kind: 'recover', token: 'abc' } as const, { kind: 'password_changed' } as const, invitation])(
  'a mail as its parts says what the folder of mails has: %o',
  (mail) => {
    const { rendered, link } = mailWriter(form)(ada, mail, { name: 'a-name', date: 0 });
    expect(renderMail(ada, mail, form)).toMatchObject({
      ...rendered,
      link,
      from: { name: "Ada's service", address: 'algotheque@example.org' },
    });
  },
);

it('an invitation has the headers by which its reader gets no more of them', () => {
  expect(renderMail(ada, invitation, form).headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': '<https://algo.example.org/api/users/invitation/refuse/abc>',
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
