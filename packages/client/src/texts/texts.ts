import type { FailureCode, MessageOf, Operation } from '../operationTypes.ts';

/** A text for every identifier of an answer, and for every failure of the client. */
export type Texts = Readonly<Record<FailureCode | MessageOf<Operation>, string>>;

/** The text of a code or message. A newer service may send an identifier without a text here: the text then says that. */
export function textOf(identifier: string, texts: Texts): string {
  const known: Readonly<Record<string, string>> = texts;
  return known[identifier] ?? texts['Client.Not_understood'];
}
