import { httpSuiteOfStores } from '@algotheque/testing/httpSuite';
import { httpFixture } from './support/httpFixture.ts';

// What depends on the store in the suite of http-koa, on a server process with the embedded defaults.
httpSuiteOfStores(() => httpFixture());
