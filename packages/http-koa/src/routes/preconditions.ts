import { type ExpectedVersion, invalidData, violation } from '@algotheque/domain';

/** The entity tag of a version. It is strong, because the same version has the same bytes. */
export const entityTag = (version: number): string => `"${version}"`;

/**
 * A tag of ours, also as proxies that compress change it: nginx makes it weak, Apache and others add the coding. A version says which
 * content it is, whatever its coding, so it may be compared as a strong one.
 */
const OURS = /^(?:W\/)?"(0|[1-9]\d{0,15})(?:[-;/:.]{1,2}(?:gzip|br|zstd|deflate|df))?"$/;

/** Any tags, as RFC 9110, 8.8.3, writes them. */
const TAGS = /^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/;

/**
 * The versions in `If-Match`; a tag that is not ours never matches. Undefined without the header.
 * @throws DomainError General.Invalid_data for what is no tag: nobody could say why it never matches
 */
export function ifMatch(header: string | undefined): ExpectedVersion | undefined {
  const text = header?.trim();
  if (text !== undefined && text !== '*' && !TAGS.test(text)) {
    const message = 'is no tag in quotes, such as "1", no list of them, and not *';
    throw invalidData({ ...violation('/If-Match', 'type'), message });
  }
  return ifNoneMatch(text);
}

/** The versions in `If-None-Match`. Undefined without the header. */
export function ifNoneMatch(header: string | undefined): ExpectedVersion | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  return header.split(',').flatMap((item) => {
    const digits = OURS.exec(item.trim())?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}
