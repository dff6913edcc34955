/** Makes access tokens and knows their form. */
export interface AccessTokens {
  /** A fresh token of 256 random bits in base64url, and its digest. */
  make(): { readonly token: string; readonly digest: string };
  /** The digest under which the token is stored, or null when no token has this form. Of the whole string, nothing trimmed. */
  digest(token: string): string | null;
}
