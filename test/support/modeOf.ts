import { statSync } from 'node:fs';

/** The permission bits of a file or folder. */
export const modeOf = (path: string): number => statSync(path).mode & 0o7777;
