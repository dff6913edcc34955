export * from '../../http-koa/test/suite/declared.ts';
export * from '../../http-koa/test/suite/described.ts';
