import * as v from 'valibot';
import * as values from './values.ts';

export const sourcesSettings = {
  ALGOTHEQUE_BODY_MAX_BYTES: {
    schema: v.optional(values.integer(1_024, 16_777_216), '1048576'),
    meaning:
      'The largest request body of an algorithm, in bytes. For requests of the users group it is 16 KiB, or this value if it is smaller.',
  },
  ALGOTHEQUE_BODIES_HELD_BYTES: {
    schema: v.optional(values.integer(33_554_432, 17_179_869_184), '134217728'),
    meaning:
      'How many bytes of request bodies the server holds at one time; the default is 128 bodies of 1 MiB. A request that would exceed it gets 503. It is at least twice `ALGOTHEQUE_IMPORT_MAX_BYTES`.',
  },
  ALGOTHEQUE_IMPORT_MAX_BYTES: {
    schema: v.optional(values.integer(1_024, 1_073_741_824), '16777216'),
    meaning:
      'The largest body of an import, in bytes: a ZIP is held whole while it is read. It is at most half of `ALGOTHEQUE_BODIES_HELD_BYTES`. A file in a ZIP may be as large as `ALGOTHEQUE_BODY_MAX_BYTES`.',
  },
  ALGOTHEQUE_SOURCE_MAX_BYTES: {
    schema: v.optional(values.integer(2, 12_582_912), '524288'),
    meaning:
      'The largest source code, in bytes as compact JSON. It must fit in `ALGOTHEQUE_BODY_MAX_BYTES` with the other fields of a request: at most that value less 39.',
  },
  ALGOTHEQUE_SOURCE_MAX_DEPTH: {
    schema: v.optional(values.integer(1, 512), '64'),
    meaning: 'The deepest nesting of a source code; the root has depth 1.',
  },
  ALGOTHEQUE_SOURCE_MAX_VALUES: {
    schema: v.optional(values.integer(1, 1_000_000), '50000'),
    meaning: 'The most values in a source code: objects, arrays, strings, numbers, booleans and nulls together.',
  },
  ALGOTHEQUE_ALGO_SCHEMA: {
    schema: values.path,
    meaning:
      'A file with a JSON Schema (2020-12), in UTF-8. Source code must satisfy it, and the bounds above. While a schema is checked, the server answers no other request: do not use `uniqueItems` or slow patterns.',
  },
} as const;
