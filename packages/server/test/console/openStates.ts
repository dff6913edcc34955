import { type Language, seesNoBarriersIn, submit } from './looks.ts';
import type { World } from './world.ts';

/** What those meet who are not logged in. */
export async function looksAtOpenStates(world: World, language: Language): Promise<void> {
  const person = await world.person('Grace');
  await seesNoBarriersIn(world, language, async ({ page, context, go, look, lookTwice }) => {
    await go('app');
    await submit(page);
    await lookTwice('a login without fields', '.error');
    await page.locator('input[type=email]').fill(person.email);
    await page.locator('input[type=password]').fill('wrong password');
    await page.route(/login\/cookie$/, (route) =>
      route.fulfill({ status: 403, json: { status: 403, message: 'Responses.User.Not_verified' } }),
    );
    await submit(page);
    await look('a login with an address that is not confirmed', 'main > p > button');
    await page.unrouteAll();
    await go('app/register');
    await submit(page);
    await look('a registration without fields', '.error');
    await page.locator('[name=pseudo]').fill('Grace');
    await page.locator('input[type=email]').fill(person.email);
    await page.locator('input[type=password]').fill(person.password);
    await submit(page);
    await look('a registration with an address that is taken', '.links a:nth-child(2)');
    await page.locator('input[type=email]').fill(`${language.locale}@example.org`);
    await submit(page);
    await look('a registration that was sent', 'main ol');
    await go('app/recover');
    await page.locator('input[type=email]').fill('no address');
    await submit(page);
    await look('a recovery without an address', '.error');
    await page.locator('input[type=email]').fill('nobody@example.org');
    await submit(page);
    await look('a recovery that was sent', 'main .done');
    await context.setOffline(true);
    await page.locator('main .links a').click();
    await page.locator('input[type=email]').fill(person.email);
    await page.locator('input[type=password]').fill(person.password);
    await submit(page);
    await look('a login without a network', '[role=alert]');
    await context.setOffline(false);
    await page.route(/\/api\/users\/me$/, (route) => route.abort());
    await go('app');
    await look('a service that cannot be reached', '[role=alert] button');
    await page.unrouteAll();
    await go('app/invitation#token=void');
    await look('a login of a person who is invited', 'form');
  });
}
