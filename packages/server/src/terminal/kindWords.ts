import type { PortableKind } from '@algotheque/domain';

/** What people read of the kinds of rows, before or after their number. */
export const KIND_WORDS: Readonly<Record<PortableKind, string>> = {
  user: 'users',
  session: 'sessions',
  remembered: 'refusals and known addresses',
  folder: 'trees of folders',
  deleted: 'algorithms in the bin',
  algo: 'algorithms',
  former: 'former versions',
  deletion: 'unfinished deletions of users',
  mail: 'mails that wait',
  lastId: 'counters of ids',
};
