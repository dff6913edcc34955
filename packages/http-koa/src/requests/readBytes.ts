import type { IncomingMessage } from 'node:http';
import { HttpError } from '../answers/httpError.ts';
import { HttpResponses } from '../answers/httpResponses.ts';

/**
 * The bytes of a body, at most `maxBytes` of them.
 * @throws HttpError Payload_too_large as soon as there are more; Malformed_json when the client went away half-way
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) reject(new HttpError(HttpResponses.General.Payload_too_large));
    else chunks.push(chunk);
  };
  const onCut = () => reject(new HttpError(HttpResponses.General.Malformed_json));
  const onEnd = () => resolve(Buffer.concat(chunks, length));
  request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  return promise.finally(() => {
    request.off('data', onData).off('end', onEnd).off('close', onCut); // `error` stays heard: it may come late
  });
}
