import { join } from 'node:path';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';

export { scratchFolder };

/** The path of a store file that does not exist yet, in a new folder. */
export const scratchPath = (): string => join(scratchFolder(), 'store.db');
