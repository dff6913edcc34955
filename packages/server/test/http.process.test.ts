import { httpSuite } from '../../http-koa/test/suite/index.ts';
import { httpFixture } from './support/httpFixture.ts';

// The suite of http-koa, on a server process with the embedded defaults.
httpSuite(() => httpFixture());
