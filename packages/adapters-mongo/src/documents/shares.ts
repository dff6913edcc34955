import type { WaitingShare } from '@algotheque/domain';

/** A grant; `due` is there while a mail about it is. */
export interface GrantDocument {
  readonly idUtilisateur: number;
  readonly droits: string;
  readonly date?: number;
  readonly due?: number;
}

/** A waiting share, with the mailbox that it waits for, and when something is to be done about it: these two are searched for. */
export interface WaitingDocument extends WaitingShare {
  readonly mailbox: string;
  readonly due: number;
}
