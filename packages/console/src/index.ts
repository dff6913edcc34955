/**
 * The folder of the built files: the option `console` of `createApp` of `@algotheque/http-koa` takes it. In a clone they are there once
 * `npm ci` or `npm run build` has built them.
 */
export const consoleFolder: string = `${import.meta.dirname}/../dist/app`;
