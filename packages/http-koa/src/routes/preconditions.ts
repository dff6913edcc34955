import type { ExpectedVersion } from '@algotheque/domain';

/** The entity tag of a version: strong, for the same version has the same bytes. */
export const entityTag = (version: number): string => `"${version}"`;

const STRONG = /^"([1-9]\d{0,15})"$/;
const STRONG_OR_WEAK = /^(?:W\/)?"([1-9]\d{0,15})"$/;

/** Versions that `If-Match` asks for; a weak or malformed tag never matches (RFC 9110, 13.1.1). Undefined without one. */
export const ifMatch = (header: string | undefined): ExpectedVersion | undefined => versions(header, STRONG);

/** Versions that `If-None-Match` names; it compares weakly (RFC 9110, 13.1.2). Undefined without one. */
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
