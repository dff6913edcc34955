export * from '../../http-koa/test/suite/index.ts';
export * from '../../http-koa/test/suite/people.ts';
