import { Readable } from 'node:stream';
import type { SourceText } from '@algotheque/domain';
import { type Group, saysStatus } from '../groups.ts';
import { type PagesRes, type Res, SourceRes } from '../responseKinds.ts';
import { ownTurn } from '../turns.ts';

/**
 * The body of an answer: `{ message, data? }` for the users group, `{ status, message, data? }` for all others.
 * @param data the data that may be sent, as JSON
 */
export function answerBody(answer: Res, data: string | undefined, group: Group): string | Buffer {
  const { status, message } = answer;
  const body = `{${saysStatus(group) ? `"status":${status},` : ''}"message":"${message}"${data === undefined ? '' : `,"data":${data}`}}`;
  return answer instanceof SourceRes ? withSource(body, answer.source) : body;
}

// `{…,"data":{…}}` ends with two braces. The source is inserted before them: the stored bytes, which are not parsed
// again.
function withSource(body: string, source: SourceText): Buffer {
  const head = Buffer.from(`${body.slice(0, -2)},"sourceCode":`);
  const whole = Buffer.allocUnsafe(head.length + source.size + END.length);
  head.copy(whole);
  source.copyInto(whole, head.length);
  whole.write(END, head.length + source.size);
  return whole;
}

const END = '}}';

/**
 * The same body as a stream. It reads a page when there is room for it.
 * @param closed the part of a page's records that may be sent, as a JSON list
 */
export function pagesBody(
  answer: PagesRes,
  closed: (page: readonly unknown[]) => string | undefined,
  group: Group,
): Readable {
  return Readable.from(chunksOf(answer, closed, answerBody(answer, '[]', group).toString()));
}

// `{…,"data":[]}` ends with a bracket and a brace. The records are inserted before them.
async function* chunksOf(
  { pages }: PagesRes,
  closed: (page: readonly unknown[]) => string | undefined,
  empty: string,
): AsyncGenerator<string> {
  let before = empty.slice(0, -2);
  for await (const page of pages) {
    const records = closed(page)?.slice(1, -1) ?? '';
    if (records === '') continue; // the following records were deleted meanwhile
    yield before + records;
    before = ',';
    await ownTurn();
  }
  yield `${before === ',' ? '' : before}${empty.slice(-2)}`;
}
