/** 256 bits in base64url without padding. The last character holds four of them: 16 characters are canonical there, all others decode to the same bytes as one of these. */
export const BITS_256 = '[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]';
