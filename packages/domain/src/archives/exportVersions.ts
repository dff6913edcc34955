import type { SourceText } from '../content/sourceText.ts';
import type { AlgoHistory, FormerAlgo } from '../history/algoHistory.ts';
import type { Parts } from '../parts.ts';
import { nullIfDamaged, type OnDamaged } from '../storeErrors.ts';
import { keptOf, versionSource } from '../versions/findVersion.ts';
import { versionOf } from '../versions/versionOutput.ts';

/** Where the former versions are in an archive. */
export const VERSIONS_PATH = 'versions.json';

type Reading = Pick<Parts, 'algos' | 'history' | 'formers'>;

/**
 * A JSON list of the former versions of algorithms, of each the latest first, with their source codes. It holds one of them at a time. What has ended
 * meanwhile or is damaged is left out.
 */
export async function* versionsText(
  parts: Reading,
  ids: AsyncIterable<number>,
  onDamaged: OnDamaged,
): AsyncGenerator<string> {
  let before = '[';
  for await (const id of ids) {
    for await (const { former, source } of versionsOf(parts, id, onDamaged)) {
      const fields = JSON.stringify({ id, ...versionOf(former, former.ownerId)(former) }).slice(0, -1);
      yield `${before}${fields},"sourceCode":${source.text()}}`;
      before = ',\n';
    }
  }
  yield before === '[' ? '[]' : ']';
}

interface Version {
  readonly former: FormerAlgo;
  readonly source: SourceText;
}

async function* versionsOf(
  { algos, history, formers }: Reading,
  id: number,
  onDamaged: OnDamaged,
): AsyncGenerator<Version> {
  const entries = await history.list(id, onDamaged);
  if (entries.length === 0) return; // as of most
  for (const { version } of keptOf(formers, entries, await algos.refOf(id))) {
    const found = await nullIfDamaged(versionIn(history, id, version), onDamaged);
    if (found !== null) yield found;
  }
}

async function versionIn(history: AlgoHistory, id: number, version: number): Promise<Version | null> {
  const entry = await history.find(id, version);
  return entry && { former: entry.former, source: await versionSource(entry) };
}
