/** Makes access tokens and checks their form. */
export interface AccessTokens {
  /** A fresh token of 256 random bits in base64url, and its digest. */
  make(): { readonly token: string; readonly digest: string };
  /**
   * The digest under which the session is stored, or null when the text cannot be a token. Of the whole text;
   * nothing is trimmed.
   */
  digest(token: string): string | null;
}
