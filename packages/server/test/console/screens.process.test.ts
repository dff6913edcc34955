import { describeInBrowser } from '@algotheque/testing/browser';
import { expect, it } from 'vitest';
import { logIn, seesNoBarriers, useConsole } from './world.ts';

describeInBrowser('the screens of the console', () => {
  const world = useConsole();

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
