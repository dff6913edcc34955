/** The trace and the span from which a request came: the header `traceparent` of W3C Trace Context. */
export interface TraceParent {
  /** 32 hexadecimal digits, not all 0. */
  readonly traceId: string;
  /** 16 hexadecimal digits, not all 0. */
  readonly spanId: string;
  /** From 0 to 255. The last bit: the caller may have recorded its span. */
  readonly flags: number;
}

const FIELDS =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<rest>-.*)?$/;

/** A later version of the header may be longer than that of version 00, 55 characters. */
const MOST_CHARACTERS = 256;

/**
 * The fields of the header, or null where it is absent or not as the specification says: then it is as if there were none (3.2.2.5).
 * Of a later version than 00 the fields of version 00 are read (3.2.4).
 */
export function traceParentOf(header: string | readonly string[] | undefined): TraceParent | null {
  if (typeof header !== 'string' || header.length > MOST_CHARACTERS) return null;
  const { version, traceId = '', spanId = '', flags = '', rest } = FIELDS.exec(header)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

const isZero = (id: string): boolean => /^0+$/.test(id);
