import type { AlgoChanges, Algorithm, Grant, VersionedAlgo } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { checkSource } from '../content/sourceText.ts';
import type { Context } from '../context.ts';
import type { ExpectedVersion } from '../input.ts';
import { invalidData } from '../responses.ts';
import { datedGrants, permittedGrants, requireStillOwn, withoutUsersGone } from '../shares/grantees.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import { violation } from '../violation.ts';
import { loadAlgo } from './algoAccess.ts';
import { commitSource } from './commitSource.ts';
import { versionedView } from './knownPlaces.ts';

/** What is absent stays. */
interface AskedChange {
  readonly id: number;
  readonly ifVersion?: ExpectedVersion | undefined;
  readonly changes: {
    readonly id?: number | undefined;
    readonly nom?: string | undefined;
    readonly permsAlgorithme?: readonly Grant[] | undefined;
    readonly sourceCode?: unknown;
  };
}

/** Changes what is asked for, in one commit. Without any change it commits nothing. */
export async function changeAlgo(
  { id, ifVersion, changes }: AskedChange,
  caller: AuthenticatedCaller,
  context: Context,
): Promise<VersionedAlgo> {
  const requesterId = caller.user.id;
  if (changes.id !== undefined && changes.id !== id) throw invalidData(violation('/id', 'mismatch'));
  const { nom, sourceCode, permsAlgorithme: asked } = changes;
  const operations = asked === undefined ? (['update'] as const) : (['update', 'share'] as const);
  const gives = asked !== undefined && asked.length > 0;
  if (gives) await withdrawRights(context, caller.user);
  const load = async () => {
    const loaded = await loadAlgo(context.algos, { id, requesterId, operations, ifVersion });
    if (gives) await requireStillOwn(context.users, caller.user);
    return loaded;
  };
  const before = await load();
  const permsAlgorithme = await permittedGrants(context, { algo: before, requesterId }, asked);
  const source = sourceCode === undefined ? null : await checkSource(context.validator, sourceCode);
  const isEmpty = source === null && nom === undefined && permsAlgorithme === undefined;
  const isOfVersion = (current: Algorithm): boolean => context.formers.isOfVersion(current, requesterId);
  const changesOf = (current: Algorithm): AlgoChanges => {
    const dateModification = context.clock.now();
    const grants = permsAlgorithme && datedGrants(current.permsAlgorithme, permsAlgorithme, dateModification);
    const saved = { modifiedBy: requesterId, dateSource: isOfVersion(current) ? current.dateSource : dateModification };
    const change = { dateModification, ...(source !== null && saved) };
    const isRenamed = nom !== undefined && nom !== current.nom;
    return { ...(isRenamed && { nom }), ...(grants && { permsAlgorithme: grants }), ...change };
  };
  const committed = () => {
    if (permsAlgorithme !== undefined) audit(context, 'algo.rights_changed', caller, { targetId: id });
  };
  const changed = isEmpty
    ? before
    : await commitSource(context, source, { requesterId, before, load, changesOf, isOfVersion, committed });
  return versionedView(context, await withoutUsersGone(context, changed, permsAlgorithme ?? []), requesterId);
}
