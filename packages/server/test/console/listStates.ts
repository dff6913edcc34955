import { choose, enter, type Language, seesNoBarriersIn, submit } from './looks.ts';
import type { World } from './world.ts';

/** What a new person meets in the lists. */
export async function looksAtFirstUse(world: World, language: Language): Promise<void> {
  const person = await world.person('Grace');
  await seesNoBarriersIn(world, language, async ({ page, context, go, look }) => {
    await go('app/invitation');
    await enter(page, person);
    await look('an invitation without a token', 'main > p + p');
    await go('app/invitation#token=void');
    await look('an invitation that is void', '[role=alert]');
    const part = { message: 'Responses.User.Success.Invitation_accepted', data: { isComplete: false, algos: [] } };
    await page.route(/invitation\/long$/, (route) => route.fulfill({ json: part }));
    await go('app/invitation#token=long');
    await look('an invitation to more than one step fetches', 'main > button');
    await go('app');
    await look('an empty list, with an address that is not confirmed', '.empty');
    await go('app?q=nowhere');
    await look('a search that finds nothing', '.empty h2');
    await go('app?folder=999');
    await look('a folder that is not there', '.empty a');
    await page.locator('.tree > summary').click();
    await look('no folders', '.tree[open]');
    await page.locator('.tree h2 button').click();
    await submit(page, 'dialog');
    await look('a new folder without a name', 'dialog[open] .error');
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await page.locator('.tree li a').first().click();
    await look('lists without a network', 'section [role=alert] button');
    await context.setOffline(false);
    await go('app/bin');
    await look('an empty bin', '.empty');
    await go('app/me');
    await submit(page);
    await look('a refused field of the account', '.error');
    await page.evaluate(`localStorage.setItem('/app:account', '999')`); // as another tab does
    await page.locator('header nav a').first().click();
    await look('another account in this browser', '[role=alert]');
  });
}

/** What is open, asked and wrong in lists with something in them. */
export async function looksAtLists(world: World, language: Language): Promise<void> {
  const { client, ...person } = await world.person('Grace', 'look');
  const other = await world.person('Alan');
  const body = { ownerId: person.id, nom: 'Compiler', sourceCode: [1] };
  const { id } = (await client.call('createAlgo', { body })).data;
  const params = { path: { id } };
  const { data: bin } = await client.call('copyAlgo', { params, body: { nom: 'Thrown away' } });
  await client.call('deleteAlgo', { params: { path: { id: bin.id } } });
  const outer = (await client.call('createFolder', { body: { nom: 'Languages' } })).data;
  await client.call('createFolder', { body: { nom: 'COBOL', parentId: outer.id } });
  const theirs = { ownerId: other.id, nom: 'Machine', sourceCode: [1] };
  const shared = { path: { id: (await other.client.call('createAlgo', { body: theirs })).data.id } };
  await other.client.call('shareAlgo', { params: shared, body: { idUtilisateur: person.id, droits: 'Read' } });
  await seesNoBarriersIn(world, language, async ({ page, go, look, lookTwice }) => {
    await go('app');
    await enter(page, person);
    await go('app?role=owner'); // one row: axe cannot decide about what a menu covers in part
    await page.locator('.algos summary').first().click();
    await lookTwice('an open menu', '.menu[open] ul');
    await page.locator('.menu[open] li:nth-child(2) button').click();
    await look('what was done', '.announcement p');
    await choose(page, '.algos', 1);
    await look('the choice of a folder for an algorithm', 'dialog[open] select');
    await page.keyboard.press('Escape');
    await page.locator('.tree > summary').click();
    await page.locator('.toggle').click();
    await look('open folders', '.list .list a');
    for (const [at, ready, question] of [
      [2, 'input', 'a new name of a folder'],
      [3, 'select', 'the choice of a folder for a folder'],
      [4, '.danger', 'the question before a folder is deleted'],
    ] as const) {
      await choose(page, '.folder', at);
      await look(question, `dialog[open] ${ready}`);
      await page.keyboard.press('Escape');
    }
    await go('app?role=shared');
    await choose(page, '.algos', 6);
    await look('the question before a shared algorithm is left', 'dialog[open] .danger');
    await page.route(/api\/algos\?/, async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace('limit=50', 'limit=1') });
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-records-left-out': '2' } });
    });
    await go('app');
    await page.locator('main .buttons button:enabled').last().click();
    await look('a further page, with records that are left out', 'main .buttons button:first-child:enabled');
    await page.unrouteAll();
    await go(`app/algos/${id}/share`);
    await submit(page);
    await look('a refused field of a share, with nobody yet', '.error');
    await go('app/bin');
    await page.locator('.head .danger').click();
    await lookTwice('the question before a bin is emptied', 'dialog[open]');
    await go('app/me');
    await page.locator('main .danger').last().click();
    await lookTwice('the question before an account is deleted', 'dialog[open]');
    await go('app/upload');
    const file = { name: 'Bad.json', mimeType: 'application/json', buffer: Buffer.from('{') };
    await page.locator('input[type=file]').setInputFiles(file);
    await lookTwice('the report of an upload', '.algos li');
    const mayGoOn = Promise.withResolvers<void>();
    await page.route(/import$/, async (route) => {
      await mayGoOn.promise;
      return route.continue();
    });
    await page.locator('input[type=file]').setInputFiles({ ...file, name: 'Good.json', buffer: Buffer.from('[1]') });
    await look('what takes long', '.working progress');
    mayGoOn.resolve();
    await page.locator('.working').waitFor({ state: 'detached' });
  });
}
