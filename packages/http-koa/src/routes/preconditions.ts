import type { ExpectedVersion } from '@algotheque/domain';

/** The entity tag of a version. It is strong, because the same version has the same bytes. */
export const entityTag = (version: number): string => `"${version}"`;

const STRONG = /^"(0|[1-9]\d{0,15})"$/;
const STRONG_OR_WEAK = /^(?:W\/)?"(0|[1-9]\d{0,15})"$/;

/**
 * The versions in `If-Match`; a weak or malformed tag never matches (RFC 9110, 13.1.1). Undefined without the
 * header.
 */
export const ifMatch = (header: string | undefined): ExpectedVersion | undefined => versions(header, STRONG);

/** The versions in `If-None-Match`; it compares weakly (RFC 9110, 13.1.2). Undefined without the header. */
export const ifNoneMatch = (header: string | undefined): ExpectedVersion | undefined =>
  versions(header, STRONG_OR_WEAK);

function versions(header: string | undefined, tag: RegExp): ExpectedVersion | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  return header.split(',').flatMap((item) => {
    const digits = tag.exec(item.trim())?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}
