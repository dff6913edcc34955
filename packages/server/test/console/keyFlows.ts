import { expect, it } from 'vitest';
import { keysOn } from './keys.ts';
import { heading, PASSWORD, told, type World } from './world.ts';

/** What a person does with the keys alone, on each store. `keys.process.test.ts` has the other pages. */
export function keyFlows(world: () => World): void {
  it('leads by keys alone from the first page to a saved algorithm, and is heard', async () => {
    await using tab = await world().tab();
    const { page, problems } = tab;
    const keys = keysOn(page);
    await page.goto(world().url);
    await heading(page, 'Log in').waitFor();
    await keys.choose('Create an account');
    await heading(page, 'Create an account').waitFor();
    await page.locator('h1:focus').waitFor();
    await keys.type('Your name', 'Ada');
    await keys.type('E-mail address', 'ada@example.org');
    await keys.type('Password', 'short');
    await keys.press('Enter');
    await page.getByText('This is too short.').waitFor();
    await page.locator('[name=password]:focus').waitFor();
    await keys.type('Password', PASSWORD);
    await keys.press('Enter');
    await heading(page, 'Look into your mails').waitFor();

    const confirm = /http:\S+\/confirm\/[\w.-]+/.exec(await world().lastMail())?.[0] ?? '';
    await page.goto(confirm);
    await keys.choose('Continue');
    await heading(page, 'Log in').waitFor();
    await keys.logIn({ email: 'ada@example.org', password: PASSWORD });
    await page.getByText('Make your first algorithm').waitFor();
    await keys.choose('New algorithm');
    await page.locator('.cm-content').waitFor();
    expect(await page.title()).toBe('New algorithm – Algotheque');
    await keys.type('Name', 'Euclid');
    await keys.type('Source code, as JSON', '{ "steps": 12345678901234567890 }');
    await keys.press('Control+s');
    await page.getByText('more digits than can be kept').waitFor(); // refused by the service, with its place
    await keys.choose('Go to the place');
    await page.keyboard.type('[1, 2]'); // in place of the number, which is selected
    await keys.press('Control+s');
    await told(page, 'Created and saved.');
    expect(new URL(page.url()).pathname).toMatch(/^\/app\/algos\/\d+$/);
    expect([problems, keys.faults]).toEqual([[], []]);
  });
}
