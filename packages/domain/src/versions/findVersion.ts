import type { Algorithm } from '../algorithm.ts';
import { formerSource } from '../content/formerSource.ts';
import type { SourceText } from '../content/sourceText.ts';
import { DomainError } from '../errors.ts';
import type { FormerAlgo, FormerVersion } from '../history/algoHistory.ts';
import type { Parts } from '../parts.ts';
import { Responses } from '../responses.ts';

/** A former version of the algorithm. @throws DomainError Algo.Version_not_found; DamagedError */
export async function findVersion(
  { history }: Pick<Parts, 'history'>,
  { id, ref }: Algorithm,
  version: number,
): Promise<{ readonly former: FormerAlgo; readonly source: SourceText }> {
  const found = await history.find(id, version);
  if (found === null || found.former.ref === ref) throw new DomainError(Responses.Algo.Version_not_found);
  return { former: found.former, source: await versionSource(found) };
}

/** The source code of an entry. @throws DamagedError */
export const versionSource = ({ former: { ref }, content }: FormerVersion): Promise<SourceText> =>
  formerSource(ref, content, { place: 'history', id: ref });
