import type { ContentDocument, StagedMark } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

/** What a content document says about unfinished work, without its content. */
export type Marks = Pick<ContentDocument, '_id' | 'staged'>;

export const MARKS_ONLY = { projection: { staged: 1 } } as const;

/** The mark of staged or doubted content; null when it has none. @throws DamagedError */
export function stagedMark(content: Marks): StagedMark | null {
  const fields = fieldsOf('contents', content);
  const read = (field: string): StagedMark => {
    const mark = fields.embedded(field);
    const replaces = mark.optional('replaces', (name) => mark.text(name));
    return { date: mark.number('date'), ...(replaces !== undefined && { replaces }) };
  };
  return fields.optional('staged', read) ?? null;
}
