/**
 * Makes the pictures of README and docs/console.md in `docs/pictures`, with Debian's Chromium:
 *
 *     npm run pictures
 *
 * The console is that of the last build. The service has a folder that is removed at the end.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@algotheque/client';
import { createAdministration, type Ports } from '@algotheque/domain';
import { createApp, createLogger } from '@algotheque/http-koa';
import { openLocal } from 'algotheque';
import { chromium, type Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '..');
const SIZE = { width: 960, height: 640 };
const ADA = { email: 'ada@example.org', password: 'analytical engine' };
const GRACE = { email: 'grace@example.org', password: 'first compiler' };

/** Two people, an owner of the service among them, and algorithms in folders. The id of one algorithm. */
async function fill(url: string, ports: Ports): Promise<number> {
  const client = createClient({ url });
  const machine = createAdministration(ports);
  const { data: ada } = await client.call('registerUser', { body: { ...ADA, pseudo: 'Ada' } });
  const { data: grace } = await client.call('registerUser', { body: { ...GRACE, pseudo: 'Grace' } });
  for (const id of [ada.id, grace.id]) await machine.confirmAccount(id);
  await machine.grantServiceRight({ id: ada.id, right: 'act' });
  await client.call('login', { body: ADA });
  const { data: graphs } = await client.call('createFolder', { body: { nom: 'Graphs' } });
  await client.call('createFolder', { body: { nom: 'Shortest paths', parentId: graphs.id } });
  const { data: sorting } = await client.call('createFolder', { body: { nom: 'Sorting' } });
  const folder = join(ROOT, 'examples/algorithms');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json').sort();
  let last = 0;
  for (const name of names) {
    const sourceCode: { readonly titre: string } = JSON.parse(await readFile(join(folder, name), 'utf8')); // of each of them
    const body = { ownerId: ada.id, nom: sourceCode.titre.replace(/ \(.*/, ''), sourceCode: { ...sourceCode } };
    last = (await client.call('createAlgo', { body })).data.id;
    const dossierId = name.startsWith('tri') ? sorting.id : graphs.id;
    await client.call('placeAlgo', { params: { path: { id: last } }, body: { dossierId } });
  }
  const params = { path: { id: last } };
  await client.call('shareAlgo', { params, body: { email: GRACE.email, droits: 'ReadWrite' } });
  await client.call('shareAlgo', { params, body: { email: 'alan@example.org', droits: 'Read' } });
  return last;
}

async function take(page: Page, url: string, name: string, ready: string): Promise<void> {
  await page.goto(url);
  await page.locator(ready).first().waitFor();
  await page.screenshot({ path: join(ROOT, `docs/pictures/${name}.png`), animations: 'disabled' });
}

const dataDir = await mkdtemp(join(tmpdir(), 'algotheque-pictures-'));
const local = await openLocal({ dataDir });
const server = createServer(createApp({ ...local, logger: createLogger({ level: 'error' }) }).callback());
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // of a TCP server
  const id = await fill(url, local.ports);
  const page = await browser.newPage({ viewport: SIZE, locale: 'en-GB', colorScheme: 'light' });
  await page.goto(`${url}/app`);
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByLabel('Password', { exact: true }).fill(ADA.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  await take(page, `${url}/app`, 'list', '.algos li');
  await take(page, `${url}/app/algos/${id}`, 'editor', '.cm-content');
  await take(page, `${url}/app/algos/${id}/share`, 'share', '.algos li');
  await take(page, `${url}/admin`, 'admin', '.algos li, table');
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await local.close();
  await rm(dataDir, { recursive: true });
}
