export * from '../../http-koa/test/suite/api.ts';
export * from '../../http-koa/test/suite/people.ts';
