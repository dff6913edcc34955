import type { Document } from 'mongodb';
import type { ContentDocument, DeletionMark, StagedMark } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

/** What a content document says about unfinished work, without its content. */
export type Marks = Pick<ContentDocument, '_id' | 'staged' | 'deletions'>;

export const MARKS_ONLY = { projection: { staged: 1, deletions: 1 } } as const;

const isThere = (field: string): Document => ({ $ne: [{ $type: `$${field}` }, 'missing'] });

/** An update that runs these stages, and then sets `unfinished` as the marks that are there require. */
export function marking(...stages: Document[]): Document[] {
  const hasMark = { $or: [isThere('staged'), isThere('deletions')] };
  return [...stages, { $set: { unfinished: { $cond: [hasMark, true, '$$REMOVE'] } } }];
}

/** Adds a mark of a deletion, in the place of an earlier one of the same process. A value that is no list is replaced. */
export function withDeletion(mark: DeletionMark): Document[] {
  const others = { $cond: [{ $isArray: '$deletions' }, withoutDeletions([mark]), []] };
  return marking({ $set: { deletions: { $concatArrays: [others, [mark]] } } });
}

/** Removes these marks of deletions; one without a date whatever its date is. */
export function dropDeletions(marks: readonly MeantDeletion[]): Document[] {
  const isEmpty = { $eq: ['$deletions', []] };
  return marking(
    { $set: { deletions: withoutDeletions(marks) } },
    { $set: { deletions: { $cond: [isEmpty, '$$REMOVE', '$deletions'] } } },
  );
}

export type MeantDeletion = Pick<DeletionMark, 'id' | 'by'> & { readonly date?: number };

function withoutDeletions(marks: readonly MeantDeletion[]): Document {
  const isMeant = marks.map((mark) => ({
    $and: Object.entries(mark).map(([field, value]) => ({ $eq: [`$$this.${field}`, { $literal: value }] })),
  }));
  return { $filter: { input: '$deletions', cond: { $not: [{ $or: isMeant }] } } };
}

/** The mark of staged content; null when it is published. @throws DamagedError */
export function stagedMark(content: Marks): StagedMark | null {
  const fields = fieldsOf('contents', content);
  const read = (field: string): StagedMark => {
    const mark = fields.embedded(field);
    const replaces = mark.optional('replaces', (name) => mark.text(name));
    return { date: mark.number('date'), ...(replaces !== undefined && { replaces }) };
  };
  return fields.optional('staged', read) ?? null;
}

/** @throws DamagedError */
export function deletionMarks(content: Marks): readonly DeletionMark[] {
  const fields = fieldsOf('contents', content);
  const marks = fields.optional('deletions', (field) => fields.list(field)) ?? [];
  return marks.map((mark) => ({ id: mark.integer('id'), by: mark.text('by'), date: mark.number('date') }));
}
