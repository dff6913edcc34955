import type { ImportFile } from '@algotheque/domain';
import * as v from 'valibot';
import { HttpError, HttpResponses } from '../httpResponses.ts';
import type { MediaType } from './mediaTypes.ts';
import { parsedBody } from './parseBody.ts';
import { type ImportBounds, type ParseJson, zipFiles } from './zipFiles.ts';

/**
 * One algorithm that is imported: its name, the names of its folders from the top, and its source code. The report says what is wrong with
 * it.
 */
export const ImportedAlgo = v.object({
  nom: v.string(),
  dossier: v.optional(v.array(v.string())),
  sourceCode: v.unknown(),
});

interface Body {
  readonly bytes: Buffer;
  readonly type: MediaType;
  readonly isGone: () => boolean;
}

/**
 * The files that a body has: those of a ZIP, or one algorithm as JSON.
 * @throws HttpError Malformed_zip, Malformed_json, Payload_too_large
 */
export async function filesOf({ bytes, type, isGone }: Body, bounds: ImportBounds): Promise<AsyncIterable<ImportFile>> {
  if (type === 'zip') return zipFiles(bytes, bounds, parserOf(isGone));
  if (bytes.length > bounds.maxBodyBytes) throw new HttpError(HttpResponses.General.Payload_too_large);
  const maxTokens = bounds.maxBodyValues;
  return only(await parsedBody(bytes, { type: 'json', maxTokens, exact: true, isGone }));
}

/** The members without those that are null or empty: they count as not sent, as in other bodies. */
const sentMembers = (value: unknown): Partial<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(Object(value)).filter(([, member]) => member !== null && member !== ''));

const parserOf =
  (isGone: () => boolean): ParseJson =>
  (content, maxTokens) =>
    parsedBody(content, { type: 'json', maxTokens, exact: true, isGone });

async function* only(value: unknown): AsyncGenerator<ImportFile> {
  const { nom, dossier = [], sourceCode } = sentMembers(value);
  yield { path: '', named: { nom, dossier }, read: async () => sourceCode };
}
