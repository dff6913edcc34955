import { expect, it } from 'vitest';
import { keysOn } from './keys.ts';
import { heading, told, type World } from './world.ts';

/** So many that a comparison collapses them. */
const STEPS = Array.from({ length: 30 }, (_, step) => step);

/** Preact runs effects after the next frame, or after 35 ms: both wait for `nextFrame` from `holdFrames` on. */
const HELD_FRAMES = `(() => {
  const [frame, timeout] = [self.requestAnimationFrame.bind(self), self.setTimeout.bind(self)];
  const held = [];
  let isHeld = false;
  self.requestAnimationFrame = (work) => (isHeld ? held.push(work) : frame(work));
  self.setTimeout = (work, ms, ...given) => (isHeld && ms === 35 ? held.push(work) : timeout(work, ms, ...given));
  self.holdFrames = () => { isHeld = true; };
  self.nextFrame = () => {
    isHeld = false;
    for (const work of held.splice(0)) work();
    return new Promise((done) => timeout(done)); // after the effects, which are timeouts of now
  };
})()`;

/** What a person does by keys alone with folders, lists and algorithms. */
export function listKeyFlows(world: () => World): void {
  it('leads through folders, search, order and pages, and asks before it deletes', async () => {
    const { client, ...person } = await world().person('Edsger');
    for (const nom of ['Dijkstra', 'Semaphore', 'Tri topologique']) {
      await client.call('createAlgo', { body: { ownerId: person.id, nom, sourceCode: [] } });
    }
    await using tab = await world().tab();
    const { page, problems } = tab;
    const keys = keysOn(page);
    const rows = page.locator('.algos .name');
    await page.goto(world().url);
    await heading(page, 'Log in').waitFor();
    await keys.choose('To the content');
    await keys.logIn(person);
    await keys.isAt('Algorithms');
    await told(page, '3 algorithms');
    await keys.choose('New folder');
    await page.keyboard.type('Graphs'); // its field has the focus
    await keys.press('Enter');
    await told(page, 'The folders are changed.');
    await keys.isAt('New folder');
    await keys.fromMenu('Actions for Graphs', 'Rename');
    await keys.type('Name of the folder', 'Trees');
    await keys.press('Enter');
    await keys.isAt('Actions for Trees');
    await told(page, 'The folders are changed.');
    await keys.press('Enter');
    await page.locator('.menu[open] li').first().waitFor();
    await keys.to('New folder in it');
    await keys.press('Escape');
    await keys.isAt('Actions for Trees');
    await keys.fromMenu('Actions for Dijkstra', 'Move …');
    await keys.isAt('Folders');
    await keys.press('ArrowDown');
    await keys.choose('Into this folder');
    await told(page, '“Dijkstra” was moved.');
    await keys.isAt('Actions for Dijkstra');
    await keys.back('Trees 1');
    await told(page, '1 algorithm');
    await keys.back('All');
    await told(page, '3 algorithms');

    await keys.type('Search names', 'sema');
    await keys.press('Enter');
    await told(page, '1 algorithm');
    await keys.isAt('Algorithms');
    await keys.choose('All again');
    await told(page, '3 algorithms');
    await keys.isAt('Algorithms');
    await keys.to('Order');
    await keys.press('ArrowDown');
    await rows.first().filter({ hasText: 'Tri' }).waitFor();
    await keys.press('ArrowDown'); // the choice has the focus still
    await page.waitForURL(/sort=-dateModification/);
    await page.route(/api\/algos\?/, (route) =>
      route.continue({ url: route.request().url().replace('limit=50', 'limit=2') }),
    );
    await keys.press('ArrowUp');
    await keys.choose('Next page');
    await rows.filter({ hasText: 'Dijkstra' }).waitFor();
    await keys.isAt('Algorithms'); // there is no next one
    await keys.choose('Previous page');
    await rows.filter({ hasText: 'Tri' }).waitFor();
    await page.unrouteAll();

    await keys.fromMenu('Actions for Tri topologique', 'Delete');
    await told(page, '“Tri topologique” is in the bin now.');
    await rows.filter({ hasText: 'Tri' }).waitFor({ state: 'detached' });
    await keys.isAt('Algorithms');
    await keys.choose('Close');
    await keys.isAt('Algorithms');
    await keys.fromMenu('Actions for Trees', 'Delete');
    await keys.answer('Escape');
    await keys.isAt('Actions for Trees');
    await keys.fromMenu('Actions for Trees', 'Delete');
    await keys.answer('Enter');
    await told(page, 'The folders are changed.');
    await keys.isAt('Algorithms');
    await page.goto(`${world().url}/app/nothing`);
    await keys.choose('To your algorithms');
    await keys.isAt('Algorithms');
    expect([problems, keys.faults]).toEqual([[], []]);
  });

  it('leads to people who share, to former versions and to a conflict', async () => {
    const { client, ...person } = await world().person('Katherine');
    const guest = await world().person('Alan', 'look');
    const body = { ownerId: person.id, nom: 'Orbit', sourceCode: { apogee: 1, steps: STEPS } };
    const params = { path: { id: (await client.call('createAlgo', { body })).data.id } };
    await client.call('patchAlgo', { params, body: { sourceCode: { apogee: 2, steps: STEPS } } });
    await using tab = await world().tab();
    const { page, problems } = tab;
    const keys = keysOn(page);
    await page.goto(world().url);
    await keys.logIn(person);
    await keys.isAt('Algorithms');
    await keys.choose('Orbit');
    await keys.isAt('Orbit');
    await keys.choose('Share');
    await keys.isAt('Share “Orbit”');
    await keys.type('E-mail address', 'Alan');
    await keys.press('Enter');
    await page.getByText('This is no e-mail address.').waitFor();
    await keys.isAt('E-mail address');
    await keys.type('E-mail address', guest.email);
    await keys.to('They may');
    await keys.press('ArrowDown');
    await keys.choose('Share');
    await told(page, `Shared with ${guest.email}`);
    await keys.to('They may: Alan');
    await keys.press('ArrowUp');
    await told(page, 'The right of Alan is changed.');
    expect((await client.call('listShares', { params })).data.shares.map(({ droits }) => droits)).toEqual(['Read']);
    await keys.choose('Withdraw the right of Alan');
    await told(page, 'Alan has no right any more.');
    await page.getByText('Only you have it now.').waitFor();
    await keys.isAt('Share “Orbit”');
    await keys.choose('Open');
    await keys.isAt('Orbit');

    await keys.choose('History');
    await keys.isAt('History of “Orbit”');
    await keys.choose('Look');
    await told(page, /^On /);
    await page.getByLabel(/^On /).locator('.cm-content', { hasText: '"apogee": 1' }).waitFor();
    await keys.choose('Compare with now');
    await told(page, /^On the left /);
    await page.locator('.cm-merge-b .cm-collapsedLines').waitFor();
    await keys.choose('30 unchanged lines');
    await page.locator('.cm-merge-b .cm-collapsedLines').waitFor({ state: 'detached' });
    await keys.choose('Restore');
    await told(page, 'The former version is the present one again.');
    await page.locator('.algos > li').nth(1).waitFor();
    await keys.back('Open');
    await page.locator('.cm-content', { hasText: '"apogee": 1' }).waitFor();
    await keys.isAt('Orbit');
    await client.call('patchAlgo', { params, body: { sourceCode: { theirs: true } } });
    await keys.type('Source code, as JSON', '{ "mine": true }');
    await keys.press('Control+s');
    await page.locator('.cm-mergeView', { hasText: 'theirs' }).waitFor();
    await keys.back('Take this over');
    await page.locator('.cm-merge-b', { hasText: 'theirs' }).waitFor();
    await keys.isAt('Yours');
    await keys.choose('Save the right side');
    await told(page, 'Saved.');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await client.call('getAlgo', { params })).data.sourceCode).toEqual({ theirs: true });
    expect([problems, keys.faults]).toEqual([[], []]);
  });

  it('keep their place on a screen whose next frame comes late', async () => {
    const { client, ...person } = await world().person('Dorothy');
    await client.call('createAlgo', { body: { ownerId: person.id, nom: 'Tide', sourceCode: [] } });
    await using tab = await world().tab();
    const { page, problems } = tab;
    const keys = keysOn(page);
    const [isAsked, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.addInitScript(HELD_FRAMES);
    await page.route(/api\/algos\/\d+$/, async (route) => {
      isAsked.resolve();
      await isHeld.promise;
      await route.continue();
    });
    await page.goto(world().url);
    await keys.logIn(person);
    await keys.isAt('Algorithms');
    await keys.choose('Tide');
    await isAsked.promise;
    await page.evaluate('holdFrames()');
    isHeld.resolve();
    await keys.isAt('Tide');
    await keys.to('History');
    await page.evaluate('nextFrame()');
    await keys.isAt('History');
    expect([problems, keys.faults]).toEqual([[], []]);
  });
}
