import * as v from 'valibot';
import type { DeletedAlgo } from '../algorithm.ts';
import { reportLeftOut } from '../algos/algoPage.ts';
import type { AccountsContext } from '../context.ts';
import { inputs, optionalFields, pageLimit } from '../input.ts';
import { listOf, operation } from '../operation.ts';
import { invalidData } from '../responses.ts';
import type { DamagedError } from '../storeErrors.ts';
import { atLeast, atMost, isText } from '../textInput.ts';
import { unknownPosition } from '../violation.ts';
import type { BinQuery } from './algoBin.ts';
import { binEnd, isInBin } from './bin.ts';

const PAGE_RECORDS = 1_000;
/** Two integers of 16 digits and a point have fewer characters. */
const MAX_POSITION = 40;

/** `after`: the `next` of the page before. */
const page = optionalFields({
  limit: v.optional(pageLimit),
  after: v.optional(v.pipe(isText, ...atLeast(1), ...atMost(MAX_POSITION))),
});

const DeletedAlgoOutput = v.object({
  id: v.number(),
  nom: v.string(),
  /** Milliseconds since the Unix epoch, as are the other dates. */
  dateCreation: v.number(),
  dateModification: v.number(),
  dateSuppression: v.number(),
  /** Until then it can be restored. */
  dateExpiration: v.number(),
  /** Of its source code, as compact JSON. */
  bytes: v.number(),
});
type BinRow = Readonly<v.InferOutput<typeof DeletedAlgoOutput>>;

function rowOf(context: AccountsContext, algo: DeletedAlgo): BinRow {
  const { id, nom, dateCreation, dateModification, dateSuppression, contentBytes: bytes } = algo;
  const dateExpiration = binEnd(context, algo);
  return { id, nom, dateCreation, dateModification, dateSuppression, dateExpiration, bytes };
}

/**
 * Lists what the caller has deleted and can restore, the latest first. A page may have fewer algorithms than its limit although more
 * follow.
 */
export const listBin = operation({
  summary: 'List the deleted algorithms of the requester that can be restored',
  caller: 'authenticated',
  input: inputs({ page }),
  output: v.object({
    algos: listOf(DeletedAlgoOutput),
    /** The `after` of the next page, or null when nothing follows. */
    next: v.nullable(v.string()),
    /** How many entries of this page are damaged, and so are not among `algos`. */
    leftOut: v.number(),
  }),
  async run({ page: { limit = PAGE_RECORDS, after } }, caller, context) {
    const ownerId = caller.user.id;
    const position = after === undefined ? undefined : positionOf(after);
    if (position === null) throw invalidData(unknownPosition());
    const damaged: DamagedError[] = [];
    const query = { ownerId, limit: limit + 1, ...(position && { after: position }) };
    const found = await context.bin.list(query, (damage) => void damaged.push(damage));
    reportLeftOut(context.onProblem, damaged, caller.requestId);
    const rows = found.slice(0, limit);
    const now = context.clock.now();
    const shown = rows.filter((algo) => isInBin(context, algo, now)).map((algo) => rowOf(context, algo));
    const last = found.length > limit ? rows.at(-1) : undefined;
    return {
      algos: shown,
      next: last === undefined ? null : `${last.dateSuppression}.${last.id}`,
      leftOut: damaged.length,
    };
  },
});

function positionOf(after: string): BinQuery['after'] | null {
  const [, date, id] = /^(\d{1,16})\.(\d{1,16})$/.exec(after) ?? [];
  if (date === undefined || id === undefined) return null;
  const position = { dateSuppression: Number(date), id: Number(id) };
  return Object.values(position).every(Number.isSafeInteger) ? position : null;
}
