/**
 * What a write is for, which decides whether it is made when the disk is nearly full. `growth` adds what stays (users,
 * algorithms, mails) and is refused first; `session` is small and lets people in (logins, counters, a changed profile);
 * `removal` gives room (deletions, logouts) and is never refused.
 */
export type WriteKind = 'growth' | 'session' | 'removal';

/**
 * The space on the disk that stores write to. It keeps a reserve on the disk, so that people can log in and delete when
 * something has filled it. No use case has it: adapters are given it, and those on one filesystem share one.
 */
export interface DiskRoom {
  /**
   * Asks for room for bytes that are about to be written, and keeps them from being promised to anybody else until the
   * function that it returns is called, once they are on the disk or will not be.
   * @throws UnavailableError when the disk is too full for a write of this kind
   */
  claim(kind: WriteKind, bytes?: number): () => void;
  /** The disk has refused a write for want of space: gives the reserve to it. False when there is nothing to give. */
  release(): boolean;
}

/** No reserve: every write is left to the disk. */
export const NO_DISK_ROOM: DiskRoom = { claim: () => () => {}, release: () => false };
