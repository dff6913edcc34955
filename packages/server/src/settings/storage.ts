import * as v from 'valibot';
import { OWN_CONTENT_URLS, STORE_KINDS } from '../stores/drivers.ts';
import * as values from './values.ts';

export const storageSettings = {
  ALGOTHEQUE_DATA_DIR: {
    schema: v.optional(values.path, './data'),
    meaning: 'The folder for all local data. Only one server at a time can use it.',
  },
  ALGOTHEQUE_STORE_URL: {
    schema: values.urlWithScheme(...STORE_KINDS.flatMap(({ schemes }) => schemes)),
    secret: true,
    meaning:
      'Where records are kept: `sqlite:PATH` or `mongodb://…` (database `algotheque`, if the URL names none). Default: `algotheque.db` in the data folder.',
  },
  ALGOTHEQUE_STORE_URL_FILE: {
    schema: values.path,
    meaning: 'A file that holds the address of the records. Use it instead of `ALGOTHEQUE_STORE_URL`.',
  },
  ALGOTHEQUE_FILES_URL: {
    secret: true, // what is refused may be the address of a database, with its password
    schema: values.urlWithScheme('file:', ...OWN_CONTENT_URLS),
    meaning:
      'Where source code is kept: `file:PATH`, or `mongodb:` for the database of the records. Default: `algos/` in the data folder.',
  },
  ALGOTHEQUE_SCRUB: {
    schema: v.optional(values.offOrDuration, 'off'),
    meaning:
      'A duration such as `30d`: in each such time the server reads every source code once and compares it with its SHA-256, at most 20 and 1 MiB a second. The log names each damaged one. `off`: source code is verified only when somebody reads it.',
  },
} as const;
