import type { Person } from './account.ts';
import { refusal, say } from './printing.ts';

/** Ada makes folders, puts algorithms into them, moves one folder into the other, and cannot delete what is not empty. */
export async function sortIntoFolders({ client }: Person, stored: ReadonlyMap<string, number>): Promise<void> {
  const make = async (nom: string): Promise<number> => (await client.call('createFolder', { body: { nom } })).data.id;
  const [numbers, classics] = [await make('Numbers'), await make('Classics')];
  const [, , ...others] = stored.values();
  for (const [index, id] of others.entries()) {
    const dossierId = index % 2 === 0 ? numbers : classics;
    await client.call('placeAlgo', { params: { path: { id } }, body: { dossierId } });
  }
  await client.call('updateFolder', { params: { path: { id: numbers } }, body: { parentId: classics } });
  const { data } = await client.call('listFolders');
  const counts = data.dossiers.map(({ nom, algos }) => `${algos} in ${nom}`).join(', ');
  say(`Ada sorted her algorithms into folders: ${counts}, ${data.algos} at the top`);
  const intoItself = { params: { path: { id: classics } }, body: { parentId: numbers } };
  say(`Classics cannot be moved into a folder in it: ${await refusal(client.call('updateFolder', intoItself))}`);
  const full = { params: { path: { id: numbers } } };
  say(`Numbers is not empty, and stays: ${await refusal(client.call('deleteFolder', full))}`);
}
