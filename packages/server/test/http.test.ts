import { httpSuite } from '../../http-koa/test/suite/index.ts';
import { httpFixture } from './support/httpFixture.ts';

// The suite of http-koa, here through a process of its own on the embedded defaults.
httpSuite(() => httpFixture());
