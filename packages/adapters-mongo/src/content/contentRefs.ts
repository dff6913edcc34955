import { hash, randomBytes } from 'node:crypto';

/** A new reference of content: 128 random bits and its SHA-256. */
export function newRef(content: Uint8Array): string {
  return `${randomBytes(16).toString('hex')}-${digest(content)}`;
}

/** Whether the reference was made for this content. */
export function isContentOf(ref: string, content: Uint8Array): boolean {
  return ref.endsWith(`-${digest(content)}`);
}

function digest(content: Uint8Array): string {
  return hash('sha256', content);
}
