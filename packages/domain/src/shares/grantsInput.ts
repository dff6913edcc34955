import * as v from 'valibot';
import { GRANTED_RIGHTS, type Grant } from '../algorithm.ts';
import { id, type } from '../input.ts';
import type { Rule } from '../responses.ts';

const grant = v.object({ idUtilisateur: id, droits: v.picklist(GRANTED_RIGHTS, type) }, type);

/** How many users one algorithm can be shared with. The bound keeps a record small enough to read and write at once. */
export const MAX_GRANTS = 1_000;

const tooLong: Rule = 'max_length';

/** The grants of an algorithm; each user once. */
export const grants = v.pipe(
  v.custom<readonly Grant[]>(Array.isArray, type),
  v.maxLength(MAX_GRANTS, tooLong),
  v.array(grant),
  v.maxLength(MAX_GRANTS, tooLong), // the same again for converters, which read from the last schema on
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const seen = new Set<number>();
    dataset.value.forEach(({ idUtilisateur }, index) => {
      if (seen.has(idUtilisateur))
        addIssue({ message: 'duplicate' satisfies Rule, path: userPath(dataset.value, index) });
      seen.add(idUtilisateur);
    });
  }),
  v.metadata({ uniqueItems: true }), // what JSON Schema can say of it
);

function userPath(input: readonly v.InferOutput<typeof grant>[], index: number): [v.ArrayPathItem, v.ObjectPathItem] {
  const entry = { ...input[index] };
  return [
    { type: 'array', origin: 'value', input: [...input], key: index, value: entry },
    { type: 'object', origin: 'value', input: entry, key: 'idUtilisateur', value: entry.idUtilisateur },
  ];
}
