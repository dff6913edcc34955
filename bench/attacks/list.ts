import type { Attack } from './attack.ts';
import * as bodies from './bodies.ts';
import * as guessing from './guessing.ts';
import * as lists from './lists.ts';
import * as pipelining from './pipelining.ts';

/** Every attack there is. */
export const ATTACKS: readonly Attack[] = [pipelining, guessing, bodies, lists].flatMap((each) => Object.values(each));
