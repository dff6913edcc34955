import { UnavailableError } from '@algotheque/domain';
import { givenUp } from './adminFlows.ts';
import { enter, type Language, seesNoBarriersIn } from './looks.ts';
import type { World } from './world.ts';

/** What is open, asked and wrong in the part for owners of the service. */
export async function looksAtOwnersPart(world: World, language: Language): Promise<void> {
  const owner = await world.person('Katherine', 'act');
  const other = await world.person('Dorothy');
  await seesNoBarriersIn(world, language, async ({ page, go, look, lookTwice }) => {
    await go('admin/mails');
    await look('a login of an owner', 'form');
    await enter(page, owner);
    await look('no mails', '.empty');
    const mail = givenUp(5, 'fifth@example.org');
    await world.ports.mails.add(mail);
    await page.locator('.head button').last().click();
    await look('a mail that was given up', '.algos button');
    await page.locator('.algos button').last().click();
    await look('the question before a mail is dropped', 'dialog[open]');
    await page.locator('dialog .danger').click();
    await look('no mails, after the last was dropped', '.empty');
    await go('admin?start=nobody');
    await look('no account that begins so', '.empty');
    await go(`admin/events?account=${other.id}&kind=login.failed`);
    await look('no such event', '.empty');
    await go(`admin/events?account=${other.id}&kind=register`);
    await look('events of a kind', '.algos li');
    await go(`admin/accounts/${other.id}`);
    const actions = page.locator('section > .buttons button');
    await actions.first().click();
    await look('the question before an address is confirmed', 'dialog[open] .main');
    await page.keyboard.press('Escape');
    await page.locator('main [type=submit]').click();
    await look('the question before a password is set', 'dialog[open] .danger');
    await page.locator('dialog .danger').click();
    await look('a refused password', '.error');
    await page.locator('main .danger').last().click();
    await lookTwice('the question before an account of another is deleted', 'dialog[open] input');
    await page.keyboard.press('Escape');
    await actions.last().click();
    await page.locator('dialog .danger').click();
    await look('a disabled account', 'dd .problem');
    await go(`admin/accounts/${owner.id}`);
    await look('the account of an owner', 'section > .buttons button');
    const { health } = world.ports.contentStore;
    world.ports.contentStore.health = () => Promise.reject(new UnavailableError());
    await go('admin/health');
    await look('a store that does not answer', 'dd .problem');
    world.ports.contentStore.health = health;
  });
}
