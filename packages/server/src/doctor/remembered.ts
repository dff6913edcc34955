import type { Finding } from './codes.ts';
import { findingsIn } from './damaged.ts';
import type { Look } from './look.ts';

/** The values of what the limits remember: refusals of shares and invitations, and known addresses. */
export const checkRemembered = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'remembered', { of: () => [] });
