import { describeInBrowser, type Page } from '@algotheque/testing/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleWorld, logIn, seesNoBarriers, told, type World, write } from './world.ts';

/** How the bar of a work under way is drawn (`auto`: by the browser, which moves it), and how much else moves, in the editor too. */
const motion = (page: Page): Promise<readonly [string, number]> =>
  page.evaluate(`[
    getComputedStyle(document.querySelector('progress')).appearance,
    [document, document.querySelector('.code').shadowRoot].flatMap((root) => root.getAnimations()).length,
  ]`);

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

  it('asks for little on a slow network, and shows that it works, without motion for those who want none', async () => {
    const { client, ...person } = await world.person('Grace');
    await using tab = await world.tab();
    const { page, context, problems } = tab;
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const slow = { offline: false, latency: 400, downloadThroughput: 125_000, uploadThroughput: 125_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    let requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const counted = () => {
      const [count, sum] = [requests.length, bytes];
      [requests, bytes] = [[], 0];
      return { count, sum };
    };
    await page.goto(`${world.url}/app`);
    await page.locator('form').waitFor();
    const first = counted();
    expect(first.count).toBeLessThanOrEqual(6); // the page, two styles, a script, whether there is a session
    expect(first.sum).toBeLessThanOrEqual(70_000); // 60 KiB of files, with the heads
    await logIn(page, person);
    await page.getByText('Make your first algorithm').waitFor();
    counted();
    await page.getByRole('link', { name: 'New algorithm' }).click();
    await page.locator('.cm-content').waitFor();
    expect(counted().sum).toBeLessThanOrEqual(256_000);
    await page.getByLabel('Name').fill('Slow');
    await write(page, '[1]');
    const arrived = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    await page.route(/\/api\/algos$/, async (route) => {
      arrived.resolve();
      await mayGoOn.promise;
      await route.continue();
    });
    counted();
    await page.keyboard.press('Control+s');
    await arrived.promise;
    await page.locator('.working progress').waitFor();
    expect(await motion(page)).toEqual(['auto', 0]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motion(page)).toEqual(['none', 0]);
    mayGoOn.resolve();
    await told(page, /^Created and saved\./);
    await page.locator('.working').waitFor({ state: 'detached' });
    expect(requests.filter((one) => !one.startsWith('GET '))).toEqual(['POST /api/algos']);
    expect((await client.call('searchAlgos')).data.map(({ nom }) => nom)).toEqual(['Slow']);
    expect(problems).toEqual([]);
  });
});
