/** A folder of a user. Deleted together with the user. */
export interface Folder {
  readonly id: number;
  readonly nom: string;
  readonly ownerId: number;
  /** The folder that it lies in, or null at the root. */
  readonly parentId: number | null;
}
