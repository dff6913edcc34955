/** Lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** So many random bytes in base64url. */
export function randomBase64url(bytes: number): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(bytes)));
}
