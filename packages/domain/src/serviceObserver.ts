/**
 * What the work of `resumeWork` was left by: `content`, a content or a deletion that a change did not finish; `deletion`, a deleted
 * user whose entry is removed in the end; `withdrawal`, the rights that an account taken over had given; `confirmation`,
 * `notice` and `email`, a mail that was due for too long: to confirm an address, about a new password, about a new address; `shares`,
 * shares whose mail was due, or that have ended.
 */
export type ResumedKind = 'content' | 'deletion' | 'withdrawal' | 'confirmation' | 'notice' | 'email' | 'shares';

/** Is notified of what a service does, for counters. Its methods must not throw, and no caller waits for them. Default of each: nothing. */
export interface ServiceObserver {
  /** A content was asked for by its reference; whether memory had it. */
  onContentRead?(isCached: boolean): void;
  /** A round of `resumeWork` has finished one piece of work. */
  onResumed?(kind: ResumedKind): void;
}
