import { httpFixture } from '@algotheque/testing/server';
import { clientSuite } from './support/clientSuite.ts';

// On a server process with SQLite and files.
clientSuite(() => httpFixture());
