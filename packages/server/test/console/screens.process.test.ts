import { describeInBrowser } from '@algotheque/testing/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers, overflow, PHONE } from '../support/pageChecks.ts';
import { consoleWorld, logIn, seesNoBarriers, type World, write } from './world.ts';

describeInBrowser('the screens of the console', () => {
  let world: World;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world.close());

  it('has no barriers on any screen, in both languages, light and dark, and fits a phone', async () => {
    const { client, ...person } = await world.person('Grace');
    const source = { steps: [1, { deep: true }], text: 'hello' };
    const { id } = (
      await client.call('createAlgo', { body: { ownerId: person.id, nom: 'Compiler', sourceCode: source } })
    ).data;
    await client.call('patchAlgo', { params: { path: { id } }, body: { sourceCode: [1] } });
    const bin = (await client.call('copyAlgo', { params: { path: { id } }, body: { nom: 'Thrown away' } })).data;
    await client.call('deleteAlgo', { params: { path: { id: bin.id } } });
    await client.call('shareAlgo', { params: { path: { id } }, body: { email: 'new@example.org', droits: 'Read' } });
    const outer = (await client.call('createFolder', { body: { nom: 'Languages' } })).data;
    await client.call('createFolder', { body: { nom: 'COBOL', parentId: outer.id } });

    await using tab = await world.tab();
    const { page, problems } = tab;
    const see = (path: string, ready: string) => seesNoBarriers(page, `${world.url}/app/${path}`, ready);
    for (const path of ['login', 'register', 'recover']) await see(path, 'form');
    await page.goto(`${world.url}/app`);
    await logIn(page, person);
    await see('', '.algos');
    await see(`?folder=${outer.id}`, '.empty');
    await see(`algos/${id}`, '.cm-content');
    await see('algos/new', '.cm-content');
    await see(`algos/${id}/share`, '.algos li');
    await see(`algos/${id}/history`, '.algos li');
    await see('bin', '.algos li');
    await see('upload', 'input[type=file]');
    await see('me', '.algos li');
    await see('nothing', 'h1');
    expect(problems).toEqual([]);
  });

  it.each(['en-GB', 'fr-FR'])('has no barriers while something is open, asked or wrong, in %s', async (locale) => {
    const { client, ...person } = await world.person('Grace', 'act');
    const other = await world.person('Alan');
    // Words without a common letter: axe cannot decide the contrast of single letters.
    const body = { ownerId: person.id, nom: 'Compiler', sourceCode: { steps: 'pppppppp' } };
    const { id } = (await client.call('createAlgo', { body })).data;
    const params = { path: { id } };
    await client.call('patchAlgo', { params, body: { sourceCode: { steps: 'wwwwwwww' } } });
    const { data: bin } = await client.call('copyAlgo', { params, body: { nom: 'Thrown away' } });
    await client.call('deleteAlgo', { params: { path: { id: bin.id } } });
    await client.call('createFolder', { body: { nom: 'Languages' } });
    await using tab = await world.tab({ locale, viewport: PHONE });
    const { page, problems } = tab;
    const found: (readonly string[])[] = [];
    const look = async (state: string, ready: string) => {
      await page.locator(ready).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        found.push([state, colorScheme, String(await overflow(page)), ...(await barriers(page))]);
      }
    };
    const go = (path: string) => page.goto(`${world.url}/${path}`);
    const save = () => page.keyboard.press('Control+s');
    await go('app');
    await page.locator('form button').click();
    await look('a login without fields', '.error');
    await page.locator('input[type=email]').fill(person.email);
    await page.locator('input[type=password]').fill(person.password);
    await page.locator('form button').click();
    await page.locator('.algos summary').click();
    await look('an open menu', '.menu[open] ul');
    await go(`app/algos/${id}/history`);
    await page.locator('.algos [aria-pressed]').first().click();
    await look('a former version', '.cm-content');
    await page.locator('.algos [aria-pressed]').nth(1).click();
    await look('a comparison', '.cm-mergeView');
    await go('app/bin');
    await page.locator('.head .danger').click();
    await look('the question before a bin is emptied', 'dialog[open]');
    await go('app/me');
    await page.locator('main .danger').last().click();
    await look('the question before an account is deleted', 'dialog[open]');
    await go('app/upload');
    const file = { name: 'Bad.json', mimeType: 'application/json', buffer: Buffer.from('{') };
    await page.locator('input[type=file]').setInputFiles(file);
    await look('the report of an upload', '.algos li');
    await go(`admin/accounts/${other.id}`);
    await page.locator('main .danger').last().click();
    await look('the question before an account of another is deleted', 'dialog[open]');
    await go(`app/algos/${id}`);
    await page.locator('.cm-content').waitFor();
    await write(page, '{');
    await save();
    await look('a text that is no JSON', '.cm-lint-marker');
    await client.call('patchAlgo', { params, body: { sourceCode: { steps: 'kkkkkkkk' } } });
    await write(page, '{ "steps": "mmmmmmmm" }');
    await save();
    await look('two versions of a text', 'dialog[open] .cm-mergeView');
    await page.keyboard.press('Escape');
    await client.call('endSessions', { params: { path: { id: person.id } } });
    await save();
    await look('a session that has ended', 'form');
    expect(found.filter(([, , ...wrong]) => wrong.join() !== '0')).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('gives the focus to the heading when the row that had it is gone', async () => {
    const { client, ...person } = await world.person('Grace');
    for (const nom of ['First', 'Second']) {
      const { data } = await client.call('createAlgo', { body: { ownerId: person.id, nom, sourceCode: [] } });
      await client.call('deleteAlgo', { params: { path: { id: data.id } } });
    }
    await using tab = await world.tab();
    const { page } = tab;
    const focused = page.locator('h1:focus');
    await page.goto(`${world.url}/app/bin`);
    await logIn(page, person);
    const restore = page.locator('.algos > li', { hasText: 'First' }).getByRole('button', { name: 'Restore' });
    await restore.focus();
    await page.keyboard.press('Enter');
    await restore.waitFor({ state: 'detached' });
    await focused.waitFor();
    await page.locator('.algos > li').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The bin is empty.').waitFor();
    await focused.waitFor();
  });
});
