/**
 * Headers that the description states once for all answers: those of the connection and the body, of caches, of CORS, and what keeps
 * browsers safe.
 */
export const HEADERS_OF_EVERY_ANSWER = new RegExp(
  `^(?:${[
    'date|connection|keep-alive|transfer-encoding|content-length|content-type',
    'cache-control|vary|access-control-[a-z-]+',
    'content-security-policy|referrer-policy|x-content-type-options|strict-transport-security',
  ].join('|')})$`,
);
