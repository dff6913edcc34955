import type { Person } from './account.ts';
import { say } from './printing.ts';

/** Exports all that a person has. A browser or a program would write the stream to a file. */
export async function takeAlong({ id, client }: Person): Promise<Blob> {
  const { data } = await client.call('exportUser', { params: { path: { id } } });
  const archive = await new Response(data).blob();
  say(`Ada takes along what she has: a ZIP of ${archive.size} bytes`);
  return archive;
}

/** Imports an export, and then imports it again: the second time nothing is made. */
export async function bringBack({ client }: Person, archive: Blob): Promise<void> {
  for (const which of ['She imports her ZIP', 'She imports it again']) {
    const { data } = await client.call('importAlgos', { body: archive });
    const count = (outcome: string): number => data.filter((entry) => entry.outcome === outcome).length;
    say(`${which}: ${count('created')} algorithms and folders are new, ${count('present')} were there`);
  }
  const { usage } = (await client.call('getOwnUser')).data;
  say(`She uses ${usage.bytes.used} of ${usage.bytes.limit} bytes for ${usage.algos.used} algorithms`);
}
