import * as v from 'valibot';

/** The stores, as `Service.health` names them. */
export const STORE_NAMES = ['records', 'content', 'mails'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** Milliseconds since the Unix epoch. */
const date = v.number();
const round = { began: date, damaged: v.number() };

/** What only the program around the service knows. Its texts have no addresses, no paths and nothing that is secret. */
export const ServerStateOutput = v.object({
  /** Of the program. */
  version: v.string(),
  /** What each store is, such as `SQLite`, `files` or `SMTP`. */
  kinds: v.object({ records: v.string(), content: v.string(), mails: v.string() }),
  /** Each disk that stores write to: which, how many bytes are free, and how many are kept for a full disk. */
  disks: v.array(
    v.object({ holds: v.array(v.picklist(STORE_NAMES)), freeBytes: v.number(), reserveBytes: v.number() }),
  ),
  /** The last tries of this server to send a mail, since its start: one that the mail server took, and one that it did not take. */
  mailTries: v.object({ taken: v.nullable(date), refused: v.nullable(date) }),
  /** The verification of contents: the round that runs or was the last, and the last that has ended. Null: it is switched off. */
  contents: v.nullable(
    v.object({
      ...round,
      isRunning: v.boolean(),
      last: v.nullable(v.object({ ...round, ended: date })),
    }),
  ),
  /** The last check that the database made of itself since the start; null: there was none. */
  database: v.nullable(v.object({ date, result: v.picklist(['intact', 'damaged', 'failed']) })),
});

export type ServerState = Readonly<v.InferOutput<typeof ServerStateOutput>>;
