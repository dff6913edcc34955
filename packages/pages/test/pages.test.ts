import { Responses } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { errorPage, invitationPage, LOOK, type PageView, pageHtml, pageStyle } from '../src/index.ts';

const VIEW: PageView = {
  locale: 'en',
  query: '',
  base: '/api/users',
  home: '/',
  canReload: true,
  showsTyped: false,
  options: { name: 'Ada’s <b>service</b>', style: pageStyle(':root { --accent: #5b2a86 }'), docs: true },
};

describe('the page of a failure', () => {
  it('of wrong fields names ten at most, without their markup', () => {
    const data = Array.from({ length: 12 }, (_, field) => ({ path: `/<i>${field}`, rule: 'type' }));
    const answer = { status: 400, message: Responses.General.Invalid_data, data, headers: {} };
    const { content } = errorPage(answer, VIEW);
    expect(content).toContain('&#60;i&#62;9');
    expect(content).not.toContain('&#60;i&#62;10');
    expect(content).not.toContain('<i>');
  });

  it('has the name of the service as text, and the look', () => {
    const answer = { status: 404, message: Responses.User.Not_found, data: undefined, headers: {} };
    const html = pageHtml(VIEW, (view) => errorPage(answer, view));
    expect(html).toContain(LOOK);
    expect(html).toContain(':root { --accent: #5b2a86 }</style>');
    expect(html).toContain('Ada’s &#60;b&#62;service&#60;/b&#62;</a>');
    expect(html).not.toContain('<b>');
  });
});

it('the style has the line ends that a browser hashes', () => {
  const dos = pageStyle('a {\r\n}\r');
  expect(dos).toEqual(pageStyle('a {\n}\n'));
  expect(dos.css).not.toContain('\r');
});

describe('the page of an invitation', () => {
  const answer = {
    status: 200,
    message: Responses.User.Success.Invitation_valid,
    data: { adresseMail: 'grace@example.org' },
    headers: {},
  };

  it('leads to the front end with the token in the fragment', () => {
    const options = { ...VIEW.options, appUrl: '/tools/app' };
    const { content } = invitationPage(answer, { ...VIEW, options, token: 'a"b' });
    expect(content).toContain('href="/tools/app/invitation#token=a%22b"');
    expect(content).not.toContain('href="/tools/app"'); // which would leave the invitation behind
  });

  it('says what to do where there is none', () => {
    expect(invitationPage(answer, { ...VIEW, token: 'abc' }).content).toContain('Send the address of this page');
  });

  it('leads to the reference in the language of the page', () => {
    const { content } = invitationPage(answer, { ...VIEW, home: '/tools/?lang=fr', token: 'abc' });
    expect(content).toContain('href="/tools/docs?lang=fr"');
  });

  it('leads to the reference only if there is one', () => {
    const [at, absent] = [true, false].map(
      (docs) => invitationPage(answer, { ...VIEW, options: { ...VIEW.options, docs }, token: 'abc' }).content,
    );
    expect(at).toContain('href="/docs"');
    expect(absent).not.toContain('href=');
  });
});
