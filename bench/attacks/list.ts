import type { Attack } from './attack.ts';
import { BODIES } from './bodies.ts';
import { GUESSING } from './guessing.ts';
import { LISTS } from './lists.ts';
import { PIPELINING } from './pipelining.ts';

/** All attacks. */
export const ATTACKS: readonly Attack[] = [...PIPELINING, ...GUESSING, ...BODIES, ...LISTS];
