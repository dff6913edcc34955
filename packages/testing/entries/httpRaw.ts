export * from '../../http-koa/test/support/raw.ts';
export * from '../../http-koa/test/support/zip.ts';
