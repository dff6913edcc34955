import { httpSuiteOfStores } from '../../http-koa/test/suite/index.ts';
import { httpFixture } from './support/httpFixture.ts';

// What depends on the store in the suite of http-koa, on a server process with the embedded defaults.
httpSuiteOfStores(() => httpFixture());
