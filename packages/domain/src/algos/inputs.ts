import * as v from 'valibot';
import type { Rule } from '../errors.ts';
import { nom } from '../inputs/name.ts';
import { id, numeric, pageLimit } from '../inputs/number.ts';

/**
 * A new algorithm: `nom` of 3 to 255 code points, `ownerId` and `sourceCode` are required (specification, 2.6); what the
 * service sets itself is checked for its type and ignored. Whether `sourceCode` is an algorithm the validator says.
 */
export const AlgoCreateDTO = v.object({
  id: v.optional(numeric),
  nom,
  dateCreation: v.optional(numeric),
  dateModification: v.optional(numeric),
  ownerId: numeric,
  requestedUserId: v.optional(numeric),
  sourceCode: v.unknown(),
});

const type: Rule = 'type';

const permission = v.object({ idUtilisateur: id, droits: v.picklist(['ReadWrite', 'Read'], type) }, type);

/** How many users one algorithm can be shared with: keeps a record small enough to read and write whole. */
export const MAX_PERMISSIONS = 1_000;

/**
 * The next state of an algorithm: `nom` and `sourceCode` are required; `permsAlgorithme` replaces the whole list of
 * rights, and without it they stay; `id` is that of the path or absent.
 */
export const AlgoUpdateDTO = v.object({
  id: v.optional(id),
  nom,
  requestedUserId: v.optional(numeric),
  permsAlgorithme: v.optional(
    v.pipe(
      v.custom<readonly unknown[]>(Array.isArray, type),
      v.transform(shortened),
      v.maxLength(MAX_PERMISSIONS, 'max_length' satisfies Rule),
      v.array(permission),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const seen = new Set<number>();
        dataset.value.forEach(({ idUtilisateur }, index) => {
          if (seen.has(idUtilisateur))
            addIssue({ message: 'duplicate' satisfies Rule, path: userPath(dataset.value, index) });
          seen.add(idUtilisateur);
        });
      }),
    ),
  ),
  sourceCode: v.unknown(),
});

/** One more than may be shows that it is too long: an embedder's list may claim billions. */
function shortened(list: readonly unknown[]): unknown[] {
  return Array.from({ length: Math.min(list.length, MAX_PERMISSIONS + 1) }, (_, index) => list[index]);
}

function userPath(
  input: readonly v.InferOutput<typeof permission>[],
  index: number,
): [v.ArrayPathItem, v.ObjectPathItem] {
  const entry = { ...input[index] };
  return [
    { type: 'array', origin: 'value', input: [...input], key: index, value: entry },
    { type: 'object', origin: 'value', input: entry, key: 'idUtilisateur', value: entry.idUtilisateur },
  ];
}

/** A page of a list: at most `limit` items (1 to 1,000), of ids above `after`. */
export const PageDTO = v.object({ limit: v.optional(pageLimit), after: v.optional(id) });
