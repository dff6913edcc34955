import { say } from '../parts/Notice.tsx';
import { download, fileNameOf } from '../state/download.ts';
import { prettyJson } from '../state/exactJson.ts';
import { words } from '../state/locale.ts';
import { addressOf } from '../state/router.ts';
import { call, refreshUsage } from '../state/session.ts';

interface Named {
  readonly id: number;
  readonly nom: string;
}

export async function moveAlgo({ id, name }: { readonly id: number; readonly name: string }, folder: number | null) {
  await call('placeAlgo', { params: { path: { id } }, body: { dossierId: folder } });
  say(words().algo.moved(name));
}

export async function copyAlgo({ id, nom }: Named): Promise<void> {
  await call('copyAlgo', { params: { path: { id } }, body: {} });
  say(words().algo.copied(nom));
  void refreshUsage();
}

export async function deleteAlgo({ id, nom }: Named): Promise<void> {
  await call('deleteAlgo', { params: { path: { id } } });
  say(words().algo.deleted(nom));
  void refreshUsage();
}

export async function leaveAlgo(id: number): Promise<void> {
  await call('leaveAlgo', { params: { path: { id } } });
}

export async function downloadAlgo(id: number): Promise<void> {
  const { data } = await call('getAlgo', { params: { path: { id } } });
  const text = prettyJson(data.sourceCode);
  download(fileNameOf(data.nom, 'json'), new Blob([text], { type: 'application/json' }));
}

/** Browsers let only pages of https or of the own machine copy; elsewhere the person reads the address. */
export async function copyLink(id: number): Promise<void> {
  const address = location.origin + addressOf(`algos/${id}`);
  const t = words().algo;
  try {
    await navigator.clipboard.writeText(address);
    say(t.linkCopied);
  } catch {
    say(t.linkIs(address));
  }
}
