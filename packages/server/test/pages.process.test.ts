import { describeInBrowser, inBrowser, type Page } from '@algotheque/testing/browser';
import { expect, it } from 'vitest';
import { type AccountPages, accountPages } from './support/accountPages.ts';
import { barriers, overflows, PHONE } from './support/pageChecks.ts';

const APP = 'https://app.example.org/start';
const MINUTE_MS = 60_000;
/** In ms, for the test and for each step in a page. The browser shares the processors with other tests. */
const TIMEOUT = 180_000;

/** What the pages say, by language; each language is seen in other colours. */
const LANGUAGES = {
  en: {
    colorScheme: 'light',
    other: 'Français',
    done: /^Done\. /,
    note: /^Note\. /,
    problem: /^Problem\. /,
    short: 'Problem: This is too short.',
    show: 'Show the password while I type',
    save: 'Save',
    send: 'Send a link',
    use: 'Use this address',
    takeBack: 'Take this address back',
    goOn: 'Continue',
    goHome: 'To the start page',
  },
  fr: {
    colorScheme: 'dark',
    other: 'English',
    done: /^Terminé\. /,
    note: /^À savoir\. /,
    problem: /^Problème\. /,
    short: 'Problème\u00a0: C’est trop court.',
    show: 'Afficher le mot de passe pendant la saisie',
    save: 'Enregistrer',
    send: 'Envoyer un lien',
    use: 'Utiliser cette adresse',
    takeBack: 'Reprendre cette adresse',
    goOn: 'Continuer',
    goHome: 'Vers la page d’accueil',
  },
} as const;

/** Opens the link of the last mail as a person does: in the HTML of the mail. */
async function followMail(page: Page, service: AccountPages): Promise<string> {
  await page.goto('about:blank');
  await page.setContent(await service.lastMail());
  expect(await overflows(page)).toEqual([0, 0, 0]);
  await page.locator(`a[href^="${service.url}/"]`).first().click();
  return page.url();
}

type Language = keyof typeof LANGUAGES;

/** The way of a person through all pages: from the mail to a confirmed account, through a recovery, and to another address and back. */
async function walk(page: Page, service: AccountPages, locale: Language): Promise<void> {
  const words = LANGUAGES[locale];
  /** The language and the state of a page. */
  const see = async (state: RegExp | null) => {
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    if (state !== null) expect(await page.locator('.outcome:visible').innerText()).toMatch(state);
  };
  /** The same, and who can use the page where: for each page that was not seen before in this state. */
  const seeFirst = async (state: RegExp | null) => {
    await see(state);
    expect([page.url(), await barriers(page), await overflows(page)]).toEqual([page.url(), [], [0, 0, 0]]);
  };
  const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.id');
  const account = { email: 'ada@example.org', password: 'analytical engine' };
  expect(await service.post('/api/users/register', { ...account, pseudo: 'Ada' }, locale)).toBe(201);

  await followMail(page, service);
  await seeFirst(words.done);
  expect(await page.getByRole('status').count()).toBe(1);
  expect(await page.getByRole('link', { name: words.goOn }).getAttribute('href')).toBe(APP);
  expect(await service.post('/api/users/login', account)).toBe(200);
  await page.reload();
  await seeFirst(words.done); // confirmed already

  await page.goto(`${service.url}/api/users/confirm/cut`);
  await seeFirst(words.problem);
  expect(await page.getByRole('alert').count()).toBe(1);
  await page.getByRole('textbox').fill('nobody@example.org');
  await page.getByRole('button', { name: words.send }).click();
  await seeFirst(words.note);

  await page.goto(`${service.url}/api/users/recover/cut`);
  await see(words.problem);
  await page.getByRole('textbox').fill(account.email);
  await page.getByRole('button', { name: words.send }).click();
  await see(words.note);

  const link = await followMail(page, service);
  await seeFirst(null);
  const order: unknown[] = [];
  for (let left = 7; left > 0; left -= 1) {
    await page.keyboard.press('Tab');
    order.push(await focused());
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  }
  expect(order).toEqual(['Algotheque', 'email', 'password', words.show, words.save, words.goOn, words.other]);
  expect(await page.locator('#email').inputValue()).toBe(account.email);
  await page.getByRole('link', { name: words.show }).click();
  await seeFirst(null);
  expect(await page.locator('#password').getAttribute('type')).toBe('text');

  const field = page.locator('#password');
  await field.fill('😀😀😀😀'); // four characters, which a browser counts as eight
  await field.press('Enter');
  await seeFirst(words.problem);
  expect(await focused()).toBe('password');
  const notes = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  expect(await page.locator(`#${notes.at(-1)}`).innerText()).toBe(words.short);
  await field.fill('first compiler');
  await field.press('Enter');
  await seeFirst(words.done);
  const other = LANGUAGES[locale === 'en' ? 'fr' : 'en'];
  await page.getByRole('link', { name: words.other }).click();
  await seeFirst(other.done); // the result of a form too, without another request
  await page.getByRole('link', { name: other.other }).click();
  await see(words.done);
  expect(await service.post('/api/users/login', account)).toBe(401);
  expect(await service.post('/api/users/login', { ...account, password: 'first compiler' })).toBe(200);

  await followMail(page, service); // about the changed password
  expect(page.url()).toBe(`${service.url}/api/users/recover`);
  await seeFirst(null);
  await page.getByRole('textbox').fill(account.email);
  await page.getByRole('button', { name: words.send }).click();
  await see(words.note);
  await page.goto(page.url()); // as with Enter in the address bar
  await see(null);
  expect(await page.getByRole('textbox').getAttribute('id')).toBe('email');

  await page.goto(link);
  await see(words.problem); // used

  expect(await service.post('/api/users/recover', { email: account.email }, locale)).toBe(200);
  service.clock.advance(31 * MINUTE_MS);
  await followMail(page, service);
  await see(words.problem); // expired
  expect(await page.getByRole('textbox').getAttribute('id')).toBe('email');

  const changed = { email: account.email, password: 'first compiler' };
  expect(await service.askEmail(changed, 'lovelace@example.org', locale)).toBe(200);
  for (const name of [words.use, words.takeBack]) {
    await followMail(page, service);
    await seeFirst(null);
    await page.getByRole('button', { name }).click();
    await seeFirst(words.done);
  }

  await page.goto(`${service.url}/nothing`);
  await seeFirst(words.problem);
  await page.getByRole('link', { name: words.goHome }).click();
  expect(new URL(page.url()).pathname).toBe('/');
  await seeFirst(null);
  await page.getByRole('link', { name: words.other }).click();
  expect(await page.locator('html').getAttribute('lang')).not.toBe(locale);
}

describeInBrowser('the pages of accounts in a browser', () => {
  it(
    'lead from the mail to a confirmed account, and through a recovery, in English and light, in French and dark',
    () =>
      inBrowser(async (browser) => {
        const walks = (['en', 'fr'] as const).map(async (locale) => {
          const { colorScheme } = LANGUAGES[locale];
          const page = await browser.newPage({ viewport: PHONE, locale, colorScheme });
          page.setDefaultTimeout(TIMEOUT);
          const problems: string[] = [];
          page.on('console', (message) => {
            const isStatus = message.text().startsWith('Failed to load resource'); // of a page with a status above 400
            if (['error', 'warning'].includes(message.type()) && !isStatus) problems.push(message.text());
          });
          const service = await accountPages(APP);
          try {
            await walk(page, service, locale);
          } finally {
            await service.close();
          }
          expect(problems).toEqual([]);
        });
        await Promise.all(walks);
      }),
    TIMEOUT,
  );
});
