import type { Health, OnDamaged } from '../storeErrors.ts';
import type { Due, DueKind, User } from '../user.ts';

/** Since before `before`, or since after `after` (milliseconds since the Unix epoch). */
export interface DueQuery {
  readonly before: number;
  /** Later dates were written by a clock that was ahead. Default: none are selected. */
  readonly after?: number;
  readonly limit: number;
}

export const isDueBy = ({ before, after }: Omit<DueQuery, 'limit'>, { date }: Pick<Due, 'date'>): boolean =>
  date < before || (after !== undefined && date > after);

/**
 * What is due for users: the entries of `User.due`. A commit of the user makes an entry due (`UserRepository`), and this port ends it. A
 * user who is marked for deletion is absent.
 */
export interface DueWork extends Health {
  /**
   * Users with an entry that is due as the query says, by their oldest entry, at most `limit`. The cost does not grow with the number of
   * users for whom nothing is due.
   */
  listDue(query: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]>;
  /**
   * Ends the entry of this kind and version, and no other. No effect when there is none, or the user is absent. The end of a withdrawal is
   * durable when it resolves: an entry that came back would withdraw rights that were given after it. The end of a mail need not
   * survive a power loss: the mail is sent once more then.
   */
  end(userId: number, entry: Pick<Due, 'kind' | 'version'>): Promise<void>;
}

/** Makes the function that does the work for each entry of this kind that is due for a user, and then ends the entry. */
export const finishing =
  <Used extends { readonly dueWork: DueWork }, Whose extends Pick<User, 'id' | 'due'>>(
    kind: DueKind,
    work: (context: Used, user: Whose, due: Due) => Promise<void>,
  ) =>
  async (context: Used, user: Whose): Promise<void> => {
    for (const due of user.due.filter((one) => one.kind === kind)) {
      await work(context, user, due);
      await context.dueWork.end(user.id, due);
    }
  };
