import type { Recorder } from '../recorder.ts';
import type { People } from './accounts.ts';

/** Ada makes three folders of four, moves an algorithm into one, renames and moves the folders, and deletes one. */
export async function folders(recorder: Recorder, { ada }: People): Promise<void> {
  const make = (json: object, headers = {}) =>
    recorder.call('createFolder', 'POST /api/folders', { ...ada, headers, json });
  await make({ nom: 'Sorting' }, { 'If-Match': '"0"' });
  await make({ nom: 'Fast', parentId: 1 });
  await make({ nom: 'Fast', parentId: 1 });
  await make({ nom: 'Slow', parentId: 9 });
  await make({ nom: 'Slow', parentId: 2 });
  await make({ nom: 'Slow' });
  await make({ nom: 'Slower' });
  await make({ nom: 'Numbers' }, { 'If-Match': '"0"' });
  const place = (id: number, dossierId: number | null) =>
    recorder.call('placeAlgo', `PUT /api/algos/${id}/dossier`, { ...ada, json: { dossierId } });
  await place(2, 3);
  await place(2, 9);
  await place(1, 1);
  await recorder.call('listFolders', 'GET /api/folders', ada);
  const change = (id: number, json: object, headers = {}) =>
    recorder.call('updateFolder', `PATCH /api/folders/${id}`, { ...ada, headers, json });
  await change(3, { nom: 'Simple', parentId: 1 }, { 'If-Match': '"3"' });
  await change(3, { nom: 'Simple' }, { 'If-Match': '"3"' });
  await change(1, { parentId: 2 });
  await change(9, { nom: 'Numbers' });
  const remove = (target: string, headers = {}) =>
    recorder.call('deleteFolder', `DELETE /api/folders/${target}`, { ...ada, headers });
  await remove('1');
  await remove('1', { 'If-Match': '"3"' });
  await remove('1?recursive=true');
  await remove('1');
}
