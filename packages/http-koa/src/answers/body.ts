import type { Group } from '../options.ts';
import { type Res, SourceRes } from './responseKinds.ts';

/** The body of an answer with its data as it may go out: `{ message, data? }` for the users group, `{ status, message, data? }` for all else. */
export function jsonBody(answer: Res, data: unknown, group: Group): string | Buffer {
  const { status, message } = answer;
  const body = JSON.stringify(group === 'users' ? { message, data } : { status, message, data });
  return answer instanceof SourceRes ? withSource(body, answer.source) : body;
}

// `{…,"data":{…}}` ends in the two braces before which the source goes: as the bytes that are kept, not parsed again.
function withSource(body: string, source: Uint8Array): Buffer {
  const head = Buffer.from(`${body.slice(0, -2)},"sourceCode":`);
  return Buffer.concat([head, source, Buffer.from('}}')]);
}
