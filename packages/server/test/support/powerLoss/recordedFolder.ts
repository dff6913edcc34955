import type { RecordedFile } from './recordedFile.ts';

export type Entry = RecordedFile | RecordedFolder;

/** A folder by its inode: what its names mean while the machine runs. What a power loss keeps of them, the journal of names knows. */
export class RecordedFolder {
  readonly kind = 'folder';
  readonly names = new Map<string, Entry>();
}
