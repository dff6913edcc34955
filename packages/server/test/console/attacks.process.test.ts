import { describeInBrowser } from '@algotheque/testing/browser';
import { expect, it } from 'vitest';
import { serving } from '../../../../test/support/httpServer.ts';
import { arrive, logIn, PASSWORD, told, useConsole, write } from './world.ts';

/** It is text wherever it is shown: 3 to 30 characters, for a name. */
const MARKUP = '<img src=x onerror=alert(1)>';

/** Of the cookie of a session, over plain http. */
const NAME = 'algotheque';

describeInBrowser('the console under attack', () => {
  const world = useConsole();

  it('shows markup of people as text, in each field that they can type', async () => {
    const owner = await world.person(MARKUP);
    const guest = await world.person(`${MARKUP}2`);
    const { data: folder } = await owner.client.call('createFolder', { body: { nom: MARKUP } });
    await owner.client.call('createFolder', { body: { nom: `${MARKUP}2`, parentId: folder.id } });
    const body = { ownerId: owner.id, nom: MARKUP, sourceCode: { [MARKUP]: `</script>${MARKUP}` } };
    const params = { path: { id: (await owner.client.call('createAlgo', { body })).data.id } };
    await owner.client.call('patchAlgo', { params, body: { sourceCode: [MARKUP] } });
    await owner.client.call('shareAlgo', { params, body: { idUtilisateur: guest.id, droits: 'ReadWrite' } });
    await guest.client.call('patchAlgo', { params, body: { sourceCode: [MARKUP, 2] } });
    await owner.client.call('patchAlgo', { params, body: { sourceCode: [MARKUP, 3] } });
    const { data: other } = await guest.client.call('createAlgo', { body: { ...body, ownerId: guest.id } });
    const rights = { idUtilisateur: owner.id, droits: 'Read' } as const;
    await guest.client.call('shareAlgo', { params: { path: { id: other.id } }, body: rights });
    const urlPfp = `https://example.org/?q=${MARKUP}`;
    const picture = { params: { path: { id: owner.id } }, body: { urlPfp, currentPassword: PASSWORD } };
    await expect(owner.client.call('patchUser', picture)).rejects.toThrow(/Invalid_data/);
    await using tab = await world.tab();
    const { page, problems } = tab;
    await page.goto(`${world.url}/app`);
    await logIn(page, owner);
    const see = async (path: string, ready: string) => {
      await page.goto(`${world.url}/app/${path}`);
      await page.locator(ready).filter({ hasText: MARKUP }).first().waitFor();
      expect([path, await page.locator('img').count()]).toEqual([path, 0]);
    };
    await see(`?folder=${folder.id}`, 'h1');
    await see('', '.algos .name');
    await page.getByLabel(`Actions for ${MARKUP}`).last().click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await told(page, 'was copied');
    await see(`algos/${params.path.id}`, '.cm-content');
    await see(`algos/${params.path.id}/share`, '.algos .name'); // of the other person
    await see(`algos/${params.path.id}/history`, '.algos .hint');
    await see('?role=shared', '.algos .hint');
    await page.goto(`${world.url}/app/algos/${params.path.id}/history`);
    await page.getByRole('button', { name: 'Compare with now' }).first().click();
    await page.locator('.cm-mergeView').filter({ hasText: MARKUP }).waitFor();
    await owner.client.call('deleteAlgo', { params });
    await see('bin', '.algos > li');
    await page.goto(`${world.url}/app/upload`);
    const own = { path: { id: owner.id } };
    const zip = await new Response((await owner.client.call('exportUser', { params: own })).data).arrayBuffer();
    const all = { name: `${MARKUP}.zip`, mimeType: 'application/zip', buffer: Buffer.from(zip) };
    await page.getByLabel('Choose files').setInputFiles(all);
    await page.locator('.algos .name', { hasText: 'img src=x' }).first().waitFor(); // an export has no < and > in names
    expect(await page.locator('img').count()).toBe(0);
    const file = { name: `${MARKUP}.json`, mimeType: 'application/json', buffer: Buffer.from('{') };
    await page.getByLabel('Choose files').setInputFiles(file);
    await page.locator('.algos .name').filter({ hasText: MARKUP }).waitFor();
    await page.goto(`${world.url}/app/me`);
    expect(await page.getByLabel('Your name').inputValue()).toBe(MARKUP);
    await page.goto(`${world.url}/app/${encodeURIComponent(MARKUP)}?q=${encodeURIComponent(MARKUP)}#${MARKUP}`);
    await page.getByText('There is nothing at this address').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('is in no frame of another page', async () => {
    const evil = await serving((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Evil</title><iframe src="${world.url}/app"></iframe>`);
    });
    await using tab = await world.tab();
    const { page } = tab;
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(evil.url);
    await refused;
    await evil.close();
  });

  it('shows nothing of a person after the logout, by the back button or in another tab, and asks whether drafts stay', async () => {
    const { client, ...person } = await world.person('Ada');
    await client.call('createAlgo', { body: { ownerId: person.id, nom: 'A secret of Ada', sourceCode: [] } });
    await using tab = await world.tab();
    const { page, context } = tab;
    await page.goto(`${world.url}/app`);
    await logIn(page, person);
    await page.getByRole('link', { name: 'A secret of Ada' }).click();
    await page.getByRole('heading', { level: 1, name: 'A secret of Ada' }).waitFor();
    const second = await context.newPage();
    await second.goto(`${world.url}/app`);
    await second.getByRole('link', { name: 'A secret of Ada' }).waitFor();
    await write(page, '["a draft of Ada"]');
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log out and discard them' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('draft of Ada');
    await second.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    for (const one of [page, second]) {
      expect(await one.getByText('A secret of Ada').count()).toBe(0);
      expect(await one.title()).not.toContain('secret');
    }
    expect(await context.cookies()).toEqual([]);
  });

  it('logs in with a new session whatever cookie was planted before, unknown or of another account', async () => {
    const [victim, attacker] = [await world.person('Ada'), await world.person('Mallory')];
    const whoHas = async (value = ''): Promise<readonly [status: number, text: string]> => {
      const answer = await fetch(`${world.url}/api/users/me`, { headers: { Cookie: `${NAME}=${value}` } });
      return [answer.status, await answer.text()];
    };
    const hasEmail = ({ email }: { readonly email: string }) => [200, expect.stringContaining(email)];
    const login = await fetch(`${world.url}/api/users/login/cookie`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: world.url },
      body: JSON.stringify({ email: attacker.email, password: PASSWORD }),
    });
    const [, known = ''] = new RegExp(`^${NAME}=([^;]+)`).exec(login.headers.getSetCookie().join()) ?? [];
    for (const [planted, stays] of [
      ['A'.repeat(43), [401, expect.any(String)]],
      [known, hasEmail(attacker)],
    ] as const) {
      await using tab = await world.tab();
      const { page, context, problems } = tab;
      await page.goto(`${world.url}/app`);
      await page.getByLabel('E-mail address').waitFor();
      await context.addCookies([{ name: NAME, value: planted, url: world.url }]);
      await logIn(page, victim);
      const [session, ...others] = await context.cookies();
      expect(others).toEqual([]);
      expect(session?.value).not.toBe(planted);
      expect([await whoHas(session?.value), await whoHas(planted)]).toEqual([hasEmail(victim), stays]);
      expect(problems).toEqual([]);
    }
  });

  it('of two accounts in two tabs saves nothing of the one as the other', async () => {
    const ada = await world.person('Ada');
    const grace = await world.person('Grace');
    const body = { ownerId: ada.id, nom: 'Ours', sourceCode: { by: 'nobody' } };
    const params = { path: { id: (await ada.client.call('createAlgo', { body })).data.id } };
    await ada.client.call('shareAlgo', { params, body: { idUtilisateur: grace.id, droits: 'ReadWrite' } });
    await using tab = await world.tab();
    const { page, context } = tab;
    await page.goto(`${world.url}/app/algos/${params.path.id}`);
    await logIn(page, ada);
    await page.locator('.cm-content').waitFor();
    await write(page, '{ "by": "Ada" }');
    await page.getByText('Not saved yet').waitFor();

    // The other tab logs in anew, as after a session that ended.
    const second = await context.newPage();
    await context.clearCookies();
    await second.goto(`${world.url}/app/algos/${params.path.id}`);
    await logIn(second, grace);
    await second.locator('.cm-content', { hasText: 'nobody' }).waitFor();
    expect(await second.getByText('is here again').count()).toBe(0);
    await page.getByRole('heading', { name: 'Another account is logged in' }).waitFor();
    await page.keyboard.press('Control+s');
    expect(await page.locator('.cm-content').count()).toBe(0);
    expect((await ada.client.call('getAlgo', { params })).data.sourceCode).toEqual({ by: 'nobody' });

    // With a cookie that a program has changed, without the console of another tab.
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.locator('.cm-content', { hasText: 'nobody' }).waitFor();
    await context.clearCookies();
    await page.evaluate(
      `fetch('/api/users/login/cookie', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(JSON.stringify({ email: ada.email, password: ada.password }))} })`,
    );
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`); // as when the person comes back to the tab
    await page.getByRole('heading', { name: 'Another account is logged in' }).waitFor();
  });

  it('says when to try again after too many tries, below the path of a mount too', async () => {
    const limited = await world.limited();
    await using tab = await world.tab();
    const { page } = tab;
    await page.goto(`${limited.url}/app`);
    for (let tries = 0; tries < 11; tries += 1) {
      await page.getByLabel('E-mail address').fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).fill(`wrong ${tries}`);
      const answered = page.waitForResponse(/login\/cookie/);
      await page.getByRole('button', { name: 'Log in' }).click();
      await answered;
    }
    await page.getByText(/Too many tries.* You can try again in \d+ s\./).waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    expect(page.url()).toBe(`${limited.url}/app/register`);
    await page.reload();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await limited.close();
  });

  it('says so to an owner of the service too', async () => {
    const limited = await world.limited();
    const owner = await arrive(limited, { email: 'ada@example.org', name: 'Ada', right: 'act' });
    await using tab = await world.tab();
    const { page } = tab;
    await page.goto(`${limited.url}/admin/mails`);
    await logIn(page, owner);
    for (let tries = 0; tries < 6; tries += 1) {
      const answered = page.waitForResponse(/mails\/test$/);
      await page.getByRole('button', { name: 'Send a test mail to me' }).click();
      expect((await answered).status()).toBe(tries < 5 ? 200 : 429);
    }
    await page.getByText(/Too many tries.* You can try again in /).waitFor();
    await limited.close();
  });
});
