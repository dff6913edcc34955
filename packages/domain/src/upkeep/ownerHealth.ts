import * as v from 'valibot';
import type { Context } from '../context.ts';
import { forOwners } from '../ownerRight.ts';
import { answerInTime, storesThatFail } from './checkHealth.ts';
import { ServerStateOutput, STORE_NAMES } from './serverState.ts';

const MOST_COUNTED = 1_000;

const MailCounts = v.object({
  /** To be sent, those included that are being sent now. */
  waiting: v.number(),
  givenUp: v.number(),
  /** There are more than these: each number is 1,000 at most. */
  isLeast: v.boolean(),
  /** Since when the oldest of them waits, milliseconds since the Unix epoch; null if none does. */
  oldest: v.nullable(v.number()),
});

/** Says how the service is. Each part has ten seconds to answer. */
export const adminHealth = forOwners('look', {
  summary: 'Say how the service is: its stores, mails, disks and checks',
  output: v.object({
    /** The stores that cannot serve now. */
    failing: v.array(v.picklist(STORE_NAMES)),
    /** Null: they cannot be read. */
    mails: v.nullable(MailCounts),
    /** What the server that answers says of itself; null: it says nothing, or not in time. */
    server: v.nullable(ServerStateOutput),
  }),
  async run(_input, _caller, context) {
    const { serverState } = context;
    const [failing, mails, server] = await Promise.all([
      storesThatFail(context),
      orNull(context, 'health: mails', () => countMails(context)),
      serverState === null ? null : orNull(context, 'health: server', serverState),
    ]);
    return { failing: [...new Set(failing.map(({ store }) => store))], mails, server };
  },
});

/** What fails, or does not answer in time, is reported. */
async function orNull<Value>(
  { clock, onProblem }: Context,
  where: string,
  work: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await answerInTime(Promise.resolve().then(work), clock);
  } catch (problem) {
    onProblem(problem, where);
    return null;
  }
}

async function countMails({ mails }: Context): Promise<v.InferOutput<typeof MailCounts>> {
  const { count, givenUp, oldest } = await mails.waiting();
  const [waiting, failed] = [Math.min(count, MOST_COUNTED), Math.min(givenUp, MOST_COUNTED)];
  return { waiting, givenUp: failed, isLeast: waiting < count || failed < givenUp, oldest };
}
