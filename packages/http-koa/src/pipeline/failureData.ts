import * as v from 'valibot';

// The `data` of failures. Every schema is closed: `v.object` omits fields that it does not name, so that nothing
// else gets into a body.

const Issue = v.object({ path: v.string(), rule: v.string(), message: v.string() });

export const ViolationsOutput = v.array(Issue);

export const ValidationResultOutput = v.object({ success: v.literal(false), issues: v.array(Issue) });

export const UnavailableOutput = v.object({ stores: v.array(v.picklist(['records', 'content', 'mails'])) });

const Figures = v.object({ used: v.number(), limit: v.number() });

export const QuotaOutput = v.object({ algos: Figures, bytes: Figures });

export const InternalErrorOutput = v.object({ requestId: v.string() });
