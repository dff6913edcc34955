import type { ResponseId } from '../responses.ts';

/** A text for every identifier: one that lacks its text does not compile. */
export type Texts = Readonly<Record<ResponseId, string>>;
