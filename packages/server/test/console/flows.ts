import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP } from '../support/pageChecks.ts';
import { accountFlows } from './accountFlows.ts';
import { editorFlows } from './editorFlows.ts';
import { keyFlows } from './keyFlows.ts';
import { button, heading, link, logIn, PASSWORD, told, type World, write } from './world.ts';

/** What people do in the console, on the store of a world. */
export function consoleFlows(openWorld: () => Promise<World>): void {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  keyFlows(() => world);
  editorFlows(() => world);
  accountFlows(() => world);

  it('keeps algorithms in folders, by menu and by drag, finds them, and brings them back from the bin', async () => {
    const { client, ...person } = await world.person('Edsger');
    for (const nom of ['Dijkstra', 'Semaphore', 'Tri topologique']) {
      await client.call('createAlgo', { body: { ownerId: person.id, nom, sourceCode: [] } });
    }
    await using tab = await world.tab({ viewport: DESKTOP });
    const { page, problems } = tab;
    await page.goto(world.url);
    await logIn(page, person);
    await button(page, 'New folder').click();
    await page.getByLabel('Name of the folder').fill('Graphs');
    await page.keyboard.press('Enter');
    await link(page, 'Graphs').waitFor();
    await page.getByLabel('Actions for Graphs').click();
    await button(page, 'New folder in it').click();
    await page.getByLabel('Name of the folder').fill('Paths');
    await tab.context.setOffline(true);
    await button(page, 'Save').click();
    await page.getByText('What you typed stays here: try again when you are online.').waitFor();
    await button(page, 'Cancel').click();
    await link(page, 'Mine').click();
    await page.getByText('Try again when you are online.').waitFor();
    expect(await page.getByText('What you typed').count()).toBe(0);
    await tab.context.setOffline(false);
    await button(page, 'Try again').click();
    await told(page, '3 algorithms');
    await page.getByLabel('Actions for Graphs').click();
    await button(page, 'New folder in it').click();
    await page.getByLabel('Name of the folder').fill('Paths');
    await button(page, 'Save').click();
    await button(page, 'Show what is in Graphs').click();
    await page.locator('.algos > li', { hasText: 'Dijkstra' }).dragTo(link(page, 'Paths'));
    await told(page, '“Dijkstra” was moved.');
    await page.getByLabel('Actions for Tri topologique').click();
    await button(page, 'Move …').last().click();
    await page.getByRole('combobox', { name: 'Folders' }).selectOption({ label: 'Graphs' });
    await button(page, 'Into this folder').click();
    await told(page, '“Tri topologique” was moved.');
    await page.getByRole('link', { name: 'Graphs 1' }).click();
    await heading(page, 'Graphs').waitFor();
    await page.locator('.algos > li').waitFor();
    expect(await page.locator('.algos .name').allInnerTexts()).toEqual(['Tri topologique']);
    await page.getByRole('link', { name: 'Paths 1' }).dragTo(page.getByRole('link', { name: 'In no folder 1' }));
    await told(page, 'The folders are changed.');
    expect((await client.call('listFolders')).data.dossiers.map(({ nom, parentId }) => [nom, parentId])).toEqual([
      ['Graphs', null],
      ['Paths', null],
    ]);
    await button(page, 'Show what is in Graphs').waitFor({ state: 'detached' }); // the list has the new folders, and its menus are new

    await page.getByLabel('Actions for Paths').click();
    await button(page, 'Move …').first().click();
    await page.getByRole('combobox', { name: 'Folders' }).selectOption({ label: 'Graphs' });
    await button(page, 'Into this folder').click();
    await expect
      .poll(async () => (await client.call('listFolders')).data.dossiers.map(({ parentId }) => parentId))
      .toEqual([null, expect.any(Number)]);

    await page.route(/api\/algos\?/, (route) => {
      const url = route.request().url();
      expect(url).toContain('limit=50');
      return route.continue({ url: url.replace('limit=50', 'limit=2') });
    });
    await link(page, 'All').click();
    await button(page, 'Next page').click();
    await page.locator('.algos > li', { hasText: 'Tri topologique' }).waitFor();
    expect(await page.locator('.algos .name').count()).toBe(1);
    await button(page, 'Previous page').click();
    await page.locator('.algos > li', { hasText: 'Semaphore' }).waitFor();
    await page.unrouteAll();
    await page.getByLabel('Search names').fill('sema');
    await button(page, 'Search').click();
    await told(page, '1 algorithm');
    expect(await page.locator('.algos .name').allInnerTexts()).toEqual(['Semaphore']);
    await page.goBack();
    await told(page, '3 algorithms');
    await page.getByLabel('Order').selectOption({ label: 'Name, Z to A' });
    await page.locator('.algos > li:first-child', { hasText: 'Tri' }).waitFor();
    await page.getByLabel('Order').selectOption({ label: 'Oldest change first' });
    await page.waitForURL(/sort=dateModification/);
    await page.getByLabel('Search names').fill('nowhere');
    await button(page, 'Search').click();
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.goto(`${world.url}/app?folder=999`);
    await page.getByRole('heading', { name: 'There is no such folder' }).waitFor();
    expect(await link(page, 'New algorithm').getAttribute('href')).toBe('/app/algos/new'); // it would be in that folder
    await link(page, 'All algorithms').click();

    await page.getByLabel('Actions for Semaphore').click();
    await button(page, 'Delete').click();
    await told(page, '“Semaphore” is in the bin now.');
    await page.getByLabel('Actions for Graphs').click();
    await button(page, 'Rename').click();
    await page.getByLabel('Name of the folder').fill('Trees');
    await page.keyboard.press('Enter');
    await page.getByLabel('Actions for Trees').click();
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await told(page, '0 algorithms');
    await link(page, 'In no folder').click();
    await page.getByText('No algorithm lies outside of the folders.').waitFor();
    await link(page, 'Bin').click();
    await page.locator('li', { hasText: 'Semaphore' }).getByRole('button', { name: 'Restore' }).click();
    await told(page, '“Semaphore” is back.');
    await button(page, 'Empty the bin').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the bin' }).click();
    await told(page, '2 algorithms are gone.');
    await page.getByText('The bin is empty.').waitFor();
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('shares, and leads the person of the mail to the algorithm after they have registered', async () => {
    const { client, ...person } = await world.person('Katherine');
    const body = { ownerId: person.id, nom: 'Orbit', sourceCode: { apogee: 1 } };
    const { id } = (await client.call('createAlgo', { body })).data;
    await using tab = await world.tab();
    const { page } = tab;
    await page.goto(`${world.url}/app/algos/${id}/share`);
    await logIn(page, person);
    await page.getByLabel('E-mail address').fill('dorothy@example.org');
    await page.getByLabel('They may').selectOption({ label: 'read and change it' });
    await button(page, 'Share').click();
    await told(page, 'Shared with dorothy@example.org');
    await button(page, 'Copy the link').click();
    await told(page, new RegExp(`^The link is (copied|${world.url}/app/algos/${id}$)`));
    const invitation = /http:\S+\/invitation\/(?!refuse)[\w.-]+/.exec(await world.lastMail())?.[0] ?? '';

    await using other = await world.tab();
    const guest = other.page;
    await guest.goto(invitation);
    await link(guest, 'Open what was shared').click();
    await link(guest, 'Create an account').click();
    await guest.getByLabel('Your name').fill('Dorothy');
    await guest.getByLabel('E-mail address').fill('dorothy@example.org');
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(guest, 'Create the account').click();
    await heading(guest, 'Look into your mails').waitFor();
    await guest.goto(/http:\S+\/confirm\/[\w.-]+/.exec(await world.lastMail())?.[0] ?? '');
    await link(guest, 'Continue').click();
    await logIn(guest, { email: 'dorothy@example.org', password: PASSWORD });
    await heading(guest, 'Orbit').waitFor();
    await write(guest, '{ "apogee": 2 }');
    await button(guest, 'Save').click();
    await told(guest, 'Saved.');

    await link(guest, 'Algorithms').click();
    await guest.locator('.algos > li', { hasText: 'Orbit' }).getByText('Katherine').waitFor();
    await guest.goBack();

    await page.getByLabel('E-mail address').fill('mary@example.org');
    await button(page, 'Share').click();
    await button(page, 'Withdraw the right of mary@example.org').click();
    await told(page, 'mary@example.org has no right any more.');
    await page.getByText('Waiting for an answer').waitFor({ state: 'detached' });
    await page.getByLabel('They may: Dorothy').selectOption({ label: 'read it' });
    await told(page, 'The right of Dorothy is changed.');
    await guest.reload();
    await guest.getByText('You may read this algorithm, not change it.').waitFor();
    await page.reload();
    await button(page, 'Withdraw the right of Dorothy').click();
    await told(page, 'Dorothy has no right any more.');
    await guest.reload();
    await guest.getByText('There is no such algorithm. Yours may be in the bin; ask the owner').waitFor();

    await page.getByLabel('E-mail address').fill('dorothy@example.org');
    await button(page, 'Share').click();
    await button(page, 'Withdraw the right of Dorothy').waitFor(); // a confirmed account has it at once
    await link(guest, 'Algorithms').click();
    await link(guest, 'Shared with me').click();
    await guest.getByLabel('Actions for Orbit').click();
    await button(guest, 'Leave').click();
    await guest.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await told(guest, '“Orbit” is not shared with you any more.');
    await guest.getByText('Nobody shares an algorithm with you.').waitFor();
    expect([...tab.problems, ...other.problems]).toEqual([]);
  });
}
