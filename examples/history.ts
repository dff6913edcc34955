import { changeAlgo } from '@algotheque/client';
import type { Person } from './account.ts';
import { say } from './printing.ts';

/** Grace spoils an algorithm, and Ada gives it its former source code. Then Ada deletes it by mistake, and takes it out of the bin. */
export async function undoMistakes(ada: Person, grace: Person, id: number): Promise<void> {
  const params = { path: { id } };
  await changeAlgo(grace.client, id, () => ({ sourceCode: {} }));
  const [former] = (await ada.client.call('listVersions', { params })).data;
  if (former === undefined) throw new Error('The former version was not kept');
  const { version, bytes } = former;
  await ada.client.call('restoreVersion', { params: { path: { id, version } } });
  say(`Grace emptied the algorithm; Ada restored the ${bytes} bytes of version ${version}`);
  await ada.client.call('deleteAlgo', { params });
  const bin = (await ada.client.call('listBin')).data;
  await ada.client.call('restoreAlgo', { params });
  const { permsAlgorithme = [] } = (await ada.client.call('getAlgo', { params })).data;
  say(
    `Ada deleted it, found it among ${bin.length} algorithms in the bin, and restored it with ${permsAlgorithme.length} share`,
  );
}
