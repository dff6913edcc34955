import { HttpError } from '../answers/httpError.ts';
import { HttpResponses } from '../answers/httpResponses.ts';
import type { AppContext } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import type { BodyKind } from '../routes/route.ts';
import { hasBody, type MediaType, mediaType } from './mediaType.ts';
import { formFrom, jsonFrom } from './parseBody.ts';
import { readBytes } from './readBytes.ts';
import { textReader } from './readText.ts';

export type ReadBody = (context: AppContext, kind: BodyKind) => Promise<unknown>;

const { General } = HttpResponses;

// What bodies of a handful of fields may hold. They are taken from anybody: parsing a megabyte would hold up everybody.
const MAX_FIELD_TOKENS = 1_000;
const MAX_FORM_BYTES = 16_384;

/**
 * Reads bodies within the bounds of the options. No body at all counts as `{}`.
 * @throws HttpError Unsupported_media_type, Payload_too_large, Malformed_json, in this order
 */
export function bodyReader({ maxBodyBytes, maxBodyValues }: BodyBounds): ReadBody {
  const maxFormBytes = Math.min(MAX_FORM_BYTES, maxBodyBytes);
  const [jsonText, formText] = [textReader(maxBodyBytes), textReader(maxFormBytes)];
  return async (context, kind) => {
    const { req } = context;
    if (kind === 'none') return undefined;
    if (!hasBody(req)) return {};
    const type = mediaType(req);
    if (type === null || !isTakenAs(kind, type)) throw new HttpError(General.Unsupported_media_type);
    const isForm = type === 'form';
    if (Number(req.headers['content-length'] ?? 0) > (isForm ? maxFormBytes : maxBodyBytes)) {
      throw new HttpError(General.Payload_too_large);
    }
    if (isForm) return formFrom(await formText(context));
    if (kind !== 'exactJson') return jsonFrom(await jsonText(context), { maxTokens: MAX_FIELD_TOKENS, exact: false });
    return jsonFrom(strictText(await readBytes(req, maxBodyBytes)), { maxTokens: maxBodyValues, exact: true });
  };
}

type BodyBounds = Pick<HttpOptions, 'maxBodyBytes' | 'maxBodyValues'>;

const isTakenAs = (kind: BodyKind, type: MediaType): boolean => type === 'json' || kind === 'jsonOrForm';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function strictText(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new HttpError(General.Malformed_json);
    throw error;
  }
}
