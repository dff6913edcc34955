import { changeAlgo } from '@algotheque/client';
import type { Person } from './account.ts';
import { refusal, say } from './printing.ts';

/**
 * Ada and Grace read the same version of an algorithm, and both change it: the second change is refused, and made anew on what is there
 * then.
 */
export async function changeAtOnce(ada: Person, grace: Person, id: number): Promise<void> {
  const params = { path: { id } };
  const [read, readByGrace] = [
    await ada.client.call('getAlgo', { params }),
    await grace.client.call('getAlgo', { params }),
  ];
  await grace.client.call('patchAlgo', {
    params: { ...params, header: { 'If-Match': readByGrace.etag ?? '' } },
    body: { nom: 'Renamed by Grace' },
  });
  const late = ada.client.call('patchAlgo', {
    params: { ...params, header: { 'If-Match': read.etag ?? '' } },
    body: { nom: 'Renamed by Ada' },
  });
  say(`Ada and Grace change version ${read.etag} at the same time: the second change gets ${await refusal(late)}`);
  const merged = await changeAlgo(ada.client, id, ({ nom }) => ({ nom: `${nom} and by Ada` }));
  say(`Ada reads it again, and names it "${merged.data.nom}" in version ${merged.etag}`);
}
