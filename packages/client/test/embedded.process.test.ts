import { httpFixture } from '../../server/test/support/httpFixture.ts';
import { clientSuite } from './support/clientSuite.ts';

// On a server process with SQLite and files.
clientSuite(() => httpFixture());
