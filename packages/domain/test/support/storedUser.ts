import { FRESH_USER, type User } from '../../src/index.ts';
import { newUser } from '../../testkit/suites/samples.ts';

/** A new user, of id 1, for whom nothing is due. */
export const storedUser = (fields: Partial<User> = {}): User => ({
  ...newUser({ due: [] }),
  ...FRESH_USER,
  id: 1,
  ...fields,
});
