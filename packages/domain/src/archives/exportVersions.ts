import type { FormerAlgo } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext } from '../context.ts';
import { keptOf, sourceOf } from '../history/findVersion.ts';
import { versionOf } from '../history/versionOutput.ts';
import { nullIfDamaged, type OnDamaged } from '../storeErrors.ts';

/** Where the former versions are in an archive. */
export const VERSIONS_PATH = 'versions.json';

/**
 * A JSON list of the former versions of algorithms, of each the latest first, with their source codes. It holds one of them at a time. What
 * has ended meanwhile or is damaged is left out.
 */
export async function* versionsText(
  context: AccountsContext,
  ids: AsyncIterable<number>,
  onDamaged: OnDamaged,
): AsyncGenerator<string> {
  let before = '[';
  for await (const id of ids) {
    for await (const { former, source } of versionsOf(context, id, onDamaged)) {
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

async function* versionsOf(context: AccountsContext, id: number, onDamaged: OnDamaged): AsyncGenerator<Version> {
  const { algos, history, formers } = context;
  const entries = await history.list(id, onDamaged);
  if (entries.length === 0) return; // as of most
  for (const former of keptOf(formers, entries, await algos.refOf(id))) {
    const source = await nullIfDamaged(sourceOf(context, former), onDamaged);
    if (source !== null) yield { former, source };
  }
}
