import { describeInBrowser, type Page } from '@algotheque/testing/browser';
import { expect, it } from 'vitest';
import { slowSteps } from './slowSteps.ts';
import { button, link, logIn, told, useConsole, write } from './world.ts';

/** 60 KiB of files, with the heads. */
const FIRST_BYTES = 70_000;
/** CodeMirror, once. */
const EDITOR_BYTES = 150_000;
/** The code of the part for owners of the service, once. */
const ADMIN_BYTES = 20_000;

/** How the bar of a work under way is drawn (`auto`: by the browser, which moves it), and how much else moves, in the editor too. */
const motion = (page: Page): Promise<readonly [string, number]> =>
  page.evaluate(`[
    getComputedStyle(document.querySelector('progress')).appearance,
    [document, document.querySelector('.code').shadowRoot].flatMap((root) => root.getAnimations()).length,
  ]`);

describeInBrowser('the console on a slow network', () => {
  const world = useConsole();

  it('asks for little on each page, for nothing twice, and shows that it waits, without motion for those who want none', async () => {
    const { client, ...owner } = await world.person('Grace', 'act');
    const guest = await world.person('Alan', 'look');
    const { data: folder } = await client.call('createFolder', { body: { nom: 'Languages' } });
    const body = { ownerId: owner.id, nom: 'Compiler', sourceCode: ['first'], dossierId: folder.id };
    const params = { path: { id: (await client.call('createAlgo', { body })).data.id } };
    await client.call('shareAlgo', { params, body: { idUtilisateur: guest.id, droits: 'ReadWrite' } });
    await guest.client.call('patchAlgo', { params, body: { sourceCode: ['second'] } });
    await client.call('patchAlgo', { params, body: { sourceCode: ['third'] } });
    const { data: copy } = await client.call('copyAlgo', { params, body: { nom: 'Thrown away' } });
    await client.call('deleteAlgo', { params: { path: { id: copy.id } } });
    await using tab = await world.tab();
    const { page, problems } = tab;
    const step = await slowSteps(tab, world.url);
    const follow = (name: string) => () => link(page, name).click();
    const row = (text: string) => ['.algos > li', text] as const;

    await step('the first screen', {
      go: () => page.goto(`${world.url}/app`),
      until: ['form', 'Password'],
      requests: 5, // the page, two styles, a script, whether there is a session
      inTurn: 3,
      bytes: FIRST_BYTES,
    });
    await step('the login', { go: () => logIn(page, owner), until: ['main', '1 algorithm'], requests: 4, inTurn: 2 });
    await step('a folder', { go: follow('Languages 1'), until: row('Compiler'), requests: 1 });
    const code = ['.code', 'third'] as const;
    await step('the editor', { go: follow('Compiler'), until: code, requests: 2, bytes: EDITOR_BYTES });
    await step('shares', { go: follow('Share'), until: row('Alan'), requests: 2 });
    await step('the editor again', { go: follow('Open'), until: code, requests: 1 });
    await step('the history', { go: follow('History'), until: row('by Alan'), requests: 3, inTurn: 2 });
    const compare = () => button(page, 'Compare with now').first().click();
    await step('a comparison', { go: compare, until: ['.merge', 'third'], requests: 1 });
    await step('the bin', { go: follow('Bin'), until: row('Thrown away'), requests: 1 });
    await step('the upload', { go: follow('Upload'), until: ['label', 'Choose files'], requests: 0 });
    const file = { name: 'Sent.json', mimeType: 'application/json', buffer: Buffer.from('[1]') };
    const send = () =>
      Promise.all([page.waitForResponse(/users\/me$/), page.getByLabel('Choose files').setInputFiles(file)]);
    await step('a file', { go: send, until: row('Sent.json'), requests: 2, inTurn: 2 });
    await step('the account', { go: follow('Account'), until: row('this one'), requests: 1 });
    await step('accounts', {
      go: follow('Administration'),
      until: row('Alan'),
      requests: 2,
      inTurn: 2,
      bytes: ADMIN_BYTES,
    });
    await step('one account', { go: follow('Alan'), until: row('Logged in'), requests: 5 });
    await step('mails', { go: follow('Mails'), until: ['.empty', ''], requests: 1 });
    await step('events', { go: follow('Events'), until: row('Grace'), requests: 2, inTurn: 2 });
    await step('the health', { go: follow('Health'), until: ['.facts', 'Serves'], requests: 1 });
    await step('the list', { go: follow('Algorithms'), until: ['main', '2 algorithms'], requests: 2 });

    await link(page, 'New algorithm').click();
    await page.getByLabel('Name').fill('Slow');
    await write(page, '[1]');
    const arrived = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const posts: string[] = [];
    await page.route(/\/api\/algos$/, async (route) => {
      posts.push(route.request().method());
      arrived.resolve();
      await mayGoOn.promise;
      await route.continue();
    });
    const save = () => page.keyboard.press('Control+s');
    const create = async (): Promise<void> => {
      await save();
      await arrived.promise;
      await page.locator('.working progress').waitFor();
      expect(await motion(page)).toEqual(['auto', 0]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await motion(page)).toEqual(['none', 0]);
      mayGoOn.resolve();
      await told(page, /^Created and saved\./);
      await page.locator('.working').waitFor({ state: 'detached' });
    };
    await step('a new algorithm', { go: create, until: ['.code', '1'], requests: 3, inTurn: 2 }); // it is opened at its address
    expect(posts).toEqual(['POST']);
    expect((await client.call('searchAlgos')).data.map(({ nom }) => nom)).toEqual(['Compiler', 'Sent', 'Slow']);
    await write(page, '[2]');
    await step('a save', { go: save, until: ['.announcement', 'Saved.'], stays: true, requests: 2, inTurn: 2 });
    expect(problems).toEqual([]);
  });
});
