import type { HeldView, NamedContent, StoreView } from '@algotheque/domain';

/** The store to back up; servers may use it meanwhile. */
export interface Source {
  readonly store: 'sqlite' | 'mongodb';
  /** Its name in messages, without credentials. */
  readonly location: string;
  /** Shows each time what is stored then. */
  readonly present: StoreView;
  /** Whether the views of `take` are of one moment. Otherwise they show each time what is stored then. */
  readonly isOneMoment: boolean;
  take(): Promise<HeldView>;
  /** As `take`, and changes wait until `letGo`; null where that is not possible. */
  readonly takeHeld: (() => Promise<HeldView & { letGo(): void }>) | null;
  /** The content that a view or the folder of content has; it may be damaged. Else the reason, with its place. */
  read(view: StoreView, named: NamedContent): Promise<Found>;
  /** @throws StartError when the folder of content is not there any more */
  check(): void;
}

export type Found = { readonly bytes: Uint8Array } | { readonly problem: string };
