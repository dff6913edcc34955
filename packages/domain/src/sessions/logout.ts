import { audit } from '../audit.ts';
import { operation } from '../operation.ts';

/** Ends the caller's session. */
export const logout = operation({
  summary: 'Delete the access token',
  caller: 'authenticated',
  input: null,
  output: null,
  failures: [],
  needs: ['sessionStore', 'audit', 'clock'],
  async run(_input, caller, parts) {
    await parts.sessionStore.delete(caller.session.digest);
    audit(parts, 'logout', caller, { targetId: caller.user.id });
  },
});
