import { createAdministration, UnavailableError } from '@algotheque/domain';
import { describeInBrowser } from '@algotheque/testing/browser';
import { expect, it } from 'vitest';
import { buttonsIn, givenUp } from './adminFlows.ts';
import { button, heading, link, logIn, seesNoBarriers, useConsole } from './world.ts';

describeInBrowser('the screens for owners of the service', () => {
  const world = useConsole();

  it('shows no action to an owner who may look, without barriers, and the service refuses each', async () => {
    const { client, ...owner } = await world.person('Katherine', 'look');
    const { id } = await world.person('Dorothy');
    const mail = givenUp(3, 'third@example.org');
    await world.ports.mails.add(mail);
    await using tab = await world.tab();
    const { page, problems } = tab;
    await page.goto(`${world.url}/admin/accounts/${id}`);
    await logIn(page, owner);
    await page.locator('.algos li').first().waitFor(); // the session of Dorothy
    await page.getByText('Nothing is shared with others.').waitFor();
    expect(await buttonsIn(page)).toEqual([]);
    await expect(client.call('adminDisable', { params: { path: { id } } })).rejects.toThrow(/Admin\.Forbidden/);
    await seesNoBarriers(page, `${world.url}/admin`, '.algos li');
    await seesNoBarriers(page, `${world.url}/admin/accounts/${id}`, '.algos li');
    await seesNoBarriers(page, `${world.url}/admin/accounts/999`, '[role=alert]');
    await seesNoBarriers(page, `${world.url}/admin/nothing`, 'h1');
    await seesNoBarriers(page, `${world.url}/admin/events`, '.algos li');
    await seesNoBarriers(page, `${world.url}/admin/mails`, '.algos li');
    await seesNoBarriers(page, `${world.url}/admin/health`, '.facts');
    await link(page, 'Mails').click();
    await page.locator('.algos li').waitFor();
    expect(await buttonsIn(page)).toEqual(['Read again']);
    const { name } = mail;
    await expect(client.call('adminDropMail', { params: { path: { name } } })).rejects.toThrow(/Admin\.Forbidden/);
    await createAdministration(world.ports).revokeServiceRight(owner.id);
    await button(page, 'Read again').click();
    await page.getByText('Only owners of the service with the right to do so may do this.').waitFor();
    expect(problems).toEqual([]);
  });

  it('says how the service is, in words', async () => {
    const owner = await world.person('Margaret', 'look');
    await world.ports.mails.add(givenUp(4, 'fourth@example.org'));
    const health = world.ports.contentStore.health;
    await using tab = await world.tab();
    const { page, problems } = tab;
    await page.goto(`${world.url}/admin`);
    await logIn(page, owner);
    await link(page, 'Health').click();
    await heading(page, 'Health').waitFor();
    const facts = page.locator('.facts');
    await facts.filter({ hasText: /Records.*SQLite Serves.*Contents.*Files Serves/s }).waitFor();
    await facts.filter({ hasText: /Mails.*Files: there is no mail server Serves/s }).waitFor();
    await facts.filter({ hasText: /free\. 8\sMiB are kept for a full disk/ }).waitFor();
    await facts.filter({ hasText: 'Not verified' }).waitFor();
    world.ports.contentStore.health = () => Promise.reject(new UnavailableError());
    await button(page, 'Read again').click();
    await facts.filter({ hasText: /Contents.*Files Does not answer/s }).waitFor();
    world.ports.contentStore.health = health;
    await link(page, 'See the mails').click();
    await heading(page, 'Mails').waitFor();
    expect(problems).toEqual([]);
  });

  it('shows an owner who may act all actions without barriers', async () => {
    const owner = await world.person('Radia', 'act');
    const { id } = await world.person('Barbara');
    await using tab = await world.tab();
    const { page, problems } = tab;
    await page.goto(`${world.url}/admin`);
    await logIn(page, owner);
    await seesNoBarriers(page, `${world.url}/admin/accounts/${id}`, '.algos li');
    expect(problems).toEqual([]);
  });
});
