import * as v from 'valibot';
import * as values from './values.ts';

export const serverSettings = {
  HOST: {
    schema: v.optional(values.text, '127.0.0.1'),
    meaning: 'The address to listen on; `0.0.0.0` is every IPv4 address of the machine.',
  },
  PORT: {
    schema: v.optional(values.integer(0, 65_535), '3000'),
    meaning: 'The port to listen on; 0 takes any free port.',
  },
  ALGOTHEQUE_URL: {
    schema: values.publicUrl,
    secret: true, // what is refused may have a password in it
    meaning:
      'The public address, used in mails. Default: `http://127.0.0.1:PORT`, or `HOST` in place of `127.0.0.1` where it is `::1` or another loopback address.',
  },
  ALGOTHEQUE_NAME: {
    schema: v.optional(values.label, 'Algotheque'),
    meaning: 'The name of the service that people read in mails and on pages.',
  },
  ALGOTHEQUE_APP_URL: {
    schema: values.publicUrl,
    secret: true, // what is refused may have a password in it
    meaning:
      'The address of a front end of your own. Where it is set, the links of mails lead to its pages `/confirm`, `/recover`, `/email`, `/email/back` and `/invitation`, with the token in the fragment (`#token=…`; `/recover` also without one, where it asks for the address), or about a shared algorithm to its start page (`#algo=…`, the id), and pages of the server have a link “Continue” that leads there. Default: the links of mails lead to pages of the server.',
  },
  ALGOTHEQUE_USERS_PREFIX: {
    schema: v.optional(values.prefix, '/api/users'),
    meaning: 'The path under which the users routes are.',
  },
  ALGOTHEQUE_ALGOS_PREFIX: {
    schema: v.optional(values.prefix, '/api/algos'),
    meaning: 'The path under which the algorithms routes are.',
  },
  ALGOTHEQUE_FOLDERS_PREFIX: {
    schema: v.optional(values.prefix, '/api/folders'),
    meaning: 'The path under which the folders routes are.',
  },
  ALGOTHEQUE_TRUSTED_PROXIES: {
    schema: v.optional(values.networks, ''),
    meaning: 'Proxies whose `X-Forwarded-For` the server believes: addresses and networks, separated by commas.',
  },
  ALGOTHEQUE_CORS_ORIGINS: {
    schema: v.optional(values.origins, ''),
    meaning:
      'Origins of web pages that may call the server from a browser, separated by commas. They are compared exactly. Their pages may also change things with the cookie of a session: name only those that you trust as the service itself.',
  },
  ALGOTHEQUE_MAX_CONNECTIONS: {
    schema: v.optional(values.integer(10, 1_000_000), '2000'),
    meaning:
      'The most connections at one time. One more is closed without an answer, and counted in the log. A proxy in front of the server can bound those of each client. An idle connection takes 10 to 35 KiB of memory (measured): 2,000 take up to 70 MB.',
  },
  ALGOTHEQUE_STOP_GRACE: {
    schema: v.optional(values.wait('5s'), '1s'),
    meaning:
      'How long a stopping server still accepts everything while `/readyz` answers 503, so that a load balancer can send requests elsewhere. It is a part of the 10 s that a stop takes at most.',
  },
  ALGOTHEQUE_LOG_LEVEL: {
    schema: v.optional(values.oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']), 'info'),
    meaning:
      'The lowest level that is logged: `silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`. Audit events are logged at each but `silent`.',
  },
  ALGOTHEQUE_METRICS: {
    schema: values.listenPlace,
    meaning:
      'A port of its own on which the server gives its metrics to Prometheus, at `/metrics`: `PORT`, on the address of `HOST`, or `HOST:PORT`, an IPv6 address in brackets; port 0 takes any free one. Default: no metrics. Every client that reaches the port can read them, without a token.',
  },
  ALGOTHEQUE_DOCS: {
    schema: v.optional(values.onOff, 'on'),
    meaning:
      'Whether the routes are described: at `/docs` for people, who can try them there, and at `/openapi.json` for programs: `on` or `off`.',
  },
  ALGOTHEQUE_PAGES: {
    schema: v.optional(values.oneOf(['all', 'mails', 'none']), 'all'),
    meaning:
      'What a browser gets. `all`: people can work in it, at `/app`, where `/` leads a browser, and owners of the service at `/admin`; the links of mails about shared algorithms lead there, unless `ALGOTHEQUE_APP_URL` is set. `mails`: only the pages behind the links of mails, and those of failures. `none`: no pages, each answer is JSON; the links of mails need `ALGOTHEQUE_APP_URL` then.',
  },
  ALGOTHEQUE_LOCALE: {
    schema: v.optional(values.oneOf(['en', 'fr']), 'en'),
    meaning: 'The language of mails and pages when the request names none: `en` or `fr`.',
  },
} as const;
