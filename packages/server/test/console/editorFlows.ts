import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { button, heading, link, logIn, told, type World, write } from './world.ts';

/** What people do in the editor, and with the versions of an algorithm. */
export function editorFlows(world: () => World): void {
  it('keeps what is typed while a save is under way, of a new algorithm too', async () => {
    const { client, ...person } = await world().person('Frances');
    await using tab = await world().tab();
    const { page, problems } = tab;
    await page.goto(`${world().url}/app/algos/new`);
    await logIn(page, person);
    await page.getByLabel('Name').fill('Typed on');
    for (const [number, method] of ['POST', 'PUT'].entries()) {
      const arrived = Promise.withResolvers<void>();
      const mayGoOn = Promise.withResolvers<void>();
      await page.route(/\/api\/algos/, async (route) => {
        if (route.request().method() !== method) return route.continue();
        arrived.resolve();
        await mayGoOn.promise;
        return route.continue();
      });
      await write(page, `{ "saved": ${number} }`);
      await button(page, 'Save').click();
      await arrived.promise;
      await write(page, `{ "typed": ${number} }`);
      mayGoOn.resolve();
      await told(page, number === 0 ? /^Created and saved\./ : /^Saved\./);
      await page.locator('.cm-content', { hasText: `"typed": ${number}` }).waitFor();
      await page.unrouteAll();
      const { data } = await client.call('searchAlgos');
      const params = { path: { id: data[0]?.id ?? 0 } };
      expect((await client.call('getAlgo', { params })).data.sourceCode).toEqual({ saved: number });
    }
    await page.goto(`${world().url}/app/algos/new`);
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('.cm-content').innerText()).not.toContain('typed');
    expect(problems).toEqual([]);
  });

  it('keeps what is typed over a reload, an ended session and a lost network, and shows both sides of a conflict', async () => {
    const { client, ...person } = await world().person('Barbara');
    const body = { ownerId: person.id, nom: 'Substitution', sourceCode: { a: 1 } };
    const { id } = (await client.call('createAlgo', { body })).data;
    await using tab = await world().tab();
    const { page, context, problems } = tab;
    await page.goto(`${world().url}/app/algos/${id}`);
    await logIn(page, person);
    await heading(page, 'Substitution').waitFor();
    await write(page, '{ "a": 2 }');
    await page.reload();
    await page.getByText('is here again').waitFor();
    await page.locator('.cm-content', { hasText: '"a": 2' }).waitFor();

    await client.call('endSessions', { params: { path: { id: person.id } } });
    await write(page, '{ "a": 3 }');
    await button(page, 'Save').click();
    await page.getByText('Your session has ended').waitFor();
    await logIn(page, person);
    await page.locator('.cm-content', { hasText: '"a": 3' }).waitFor();

    await context.setOffline(true);
    await button(page, 'Save').click();
    await page.getByText('try again when you are online').waitFor();
    await context.setOffline(false);
    const params = { path: { id } };
    await client.call('patchAlgo', { params, body: { sourceCode: { a: 1, theirs: true } } });
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Somebody else saved first' }).waitFor();
    await page.locator('.cm-mergeView', { hasText: 'theirs' }).waitFor();
    await write(page, '{ "a": 3, "theirs": tru }');
    await button(page, 'Save the right side').click();
    await page.getByRole('dialog').getByText('Line 1 is no JSON.').waitFor();
    await button(page, 'Back to the text').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.cm-content', { hasText: '"theirs": tru }' }).waitFor();
    await button(page, 'Save').click();
    await page.getByText('Line 1 is no JSON.').waitFor();
    await write(page, '{ "a": 3, "their": true }');
    await button(page, 'Save').click(); // it was not decided yet that theirs is replaced
    await page.locator('.cm-mergeView', { hasText: 'their"' }).waitFor();
    await write(page, '{ "a": 3, "on the right": true }');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.cm-content', { hasText: '"on the right": true' }).waitFor();
    await button(page, 'Save').click();
    await page.locator('.cm-mergeView', { hasText: 'on the right' }).waitFor();
    await write(page, '{ "a": 3, "theirs": true, "draft": 1 }');
    await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).toContain('draft\\\\\\": 1');
    await page.reload();
    await page.locator('.cm-content', { hasText: '"draft": 1' }).waitFor();
    await button(page, 'Save').click();
    await page.locator('.cm-mergeView', { hasText: '"draft": 1' }).waitFor();
    await write(page, '{ "a": 3, "theirs": true }');
    await button(page, 'Save the right side').click();
    await told(page, 'Saved.');
    expect((await client.call('getAlgo', { params })).data.sourceCode).toEqual({ a: 3, theirs: true });

    await link(page, 'History').click();
    await page.locator('.algos li').first().waitFor();
    const versions = await page.locator('.algos > li').count();
    await button(page, 'Look').last().click();
    await page.getByLabel(/^On /).locator('.cm-content', { hasText: '"a": 1' }).waitFor();
    await button(page, 'Compare with now').last().click();
    await page.locator('.cm-mergeView').waitFor();
    await button(page, 'Restore').last().click();
    await told(page, 'The former version is the present one again.');
    await page.locator('.algos > li').nth(versions).waitFor();
    expect((await client.call('getAlgo', { params })).data.sourceCode).toEqual({ a: 1 });
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('lays out and searches a text, discards a draft, takes the other side of a conflict, and saves what was deleted as a new one', async () => {
    const { client, ...person } = await world().person('Adele');
    const body = { ownerId: person.id, nom: 'Layout', sourceCode: { a: 1 } };
    const { id } = (await client.call('createAlgo', { body })).data;
    const params = { path: { id } };
    await using tab = await world().tab();
    const { page, problems } = tab;
    const content = page.locator('.cm-content');
    const choose = async (action: string) => {
      await page.getByLabel('More actions').click();
      await button(page, action).click();
    };
    await page.goto(`${world().url}/app/algos/${id}`);
    await logIn(page, person);
    await content.waitFor();
    await write(page, '{"a":[2,12345678901234567890]}');
    await button(page, 'Format').click();
    await expect.poll(() => content.innerText()).toBe('{\n  "a": [\n    2,\n    12345678901234567890\n  ]\n}');
    await choose('Search in it');
    await page.locator('.cm-search [name=search]').pressSequentially('123');
    await page.locator('.cm-searchMatch', { hasText: '123' }).first().waitFor();
    await page.reload();
    await button(page, 'Discard it').click();
    await content.filter({ hasText: '"a": 1' }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), choose('Download')]);
    expect([file.suggestedFilename(), JSON.parse(await readFile(await file.path(), 'utf8'))]).toEqual([
      'Layout.json',
      { a: 1 },
    ]);
    await choose('Copy');
    await told(page, '“Layout” was copied.');

    await page.getByLabel('Name').fill('');
    await button(page, 'Save').click();
    await page.getByText('Please fill in this field.').waitFor();
    await page.getByLabel('Name').fill('Layout');

    await client.call('patchAlgo', { params, body: { sourceCode: { theirs: true } } });
    await write(page, '{ "mine": true }');
    await button(page, 'Save').click();
    await button(page, 'Take what is saved, discard mine').click();
    await content.filter({ hasText: 'theirs' }).waitFor();
    expect((await client.call('getAlgo', { params })).data.sourceCode).toEqual({ theirs: true });

    await write(page, '{ "mine": "again" }');
    await page.getByText('Not saved yet').waitFor();
    await client.call('deleteAlgo', { params });
    await page.reload();
    await page.getByText('The algorithm was deleted, or is not shared').waitFor();
    await button(page, 'Save as a new algorithm').click();
    await told(page, 'Created and saved.');
    await heading(page, 'Layout').waitFor();
    await content.filter({ hasText: 'again' }).waitFor();
    const { data } = await client.call('searchAlgos', { params: { query: { q: 'layout' } } });
    expect(data).toHaveLength(2); // the copy, and the new one
    expect(problems).toEqual([]);
  });
}
