import { afterAll, beforeAll, describe, expect } from 'vitest';
import { algos } from './algos.ts';
import { Api } from './api.ts';
import { authentication } from './authentication.ts';
import { bodies } from './bodies.ts';
import { conditional } from './conditional.ts';
import { confirmation } from './confirmation.ts';
import { emails } from './emails.ts';
import { fields } from './fields.ts';
import type { HttpFixture, World } from './fixture.ts';
import { folders } from './folders.ts';
import { frameHeaders } from './frameHeaders.ts';
import { history } from './history.ts';
import { identifiers } from './identifiers.ts';
import { listing } from './listing.ts';
import { order } from './order.ts';
import { pageForms } from './pageForms.ts';
import { pages } from './pages.ts';
import { pictures } from './pictures.ts';
import { recovery } from './recovery.ts';
import { registration } from './registration.ts';
import { rights } from './rights.ts';
import { routing } from './routing.ts';
import { sessions } from './sessions.ts';
import { sharing } from './sharing.ts';
import { sources } from './sources.ts';
import { users } from './users.ts';

export type { HttpFixture } from './fixture.ts';

/** What a store can change. */
const OF_STORES = [
  registration,
  confirmation,
  sessions,
  authentication,
  recovery,
  emails,
  users,
  algos,
  sharing,
  listing,
  conditional,
  folders,
  history,
  sources,
  pictures,
];
/** What is decided before a store is asked, or from what any store returns. */
const OF_ROUTES = [rights, order, routing, frameHeaders, bodies, fields, identifiers, pages, pageForms];

/** All tests of the HTTP contract, through one listening server on a store in memory. */
export function httpSuite(open: () => Promise<HttpFixture>): void {
  suiteOf([...OF_STORES, ...OF_ROUTES], open);
}

/** The tests of the HTTP contract that depend on the store, through one listening server on any store. */
export function httpSuiteOfStores(open: () => Promise<HttpFixture>): void {
  suiteOf(OF_STORES, open);
}

function suiteOf(parts: readonly ((world: World) => void)[], open: () => Promise<HttpFixture>): void {
  describe('the HTTP contract', () => {
    let fixture: HttpFixture | null = null;
    const started = (): HttpFixture => fixture ?? expect.fail('The server is not started');
    beforeAll(async () => {
      fixture = await open();
    });
    afterAll(() => fixture?.close());
    for (const part of parts) part({ api: new Api(() => started().url), mails: () => started().mails() });
  });
}
