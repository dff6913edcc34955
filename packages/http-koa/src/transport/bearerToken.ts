export interface Bearer {
  /** The token, or null when there is none that could be looked up. */
  readonly token: string | null;
  /** Whether something was sent as a bearer token, good or not. */
  readonly sent: boolean;
}

/** Reads the values of all `Authorization` headers of a request: exactly one, of the scheme `Bearer` in any case (RFC 6750). */
export function bearerToken(values: readonly string[] = []): Bearer {
  const sent = values.some((value) => /^bearer +\S/i.test(value));
  const only = values.length === 1 ? values[0] : undefined;
  return { token: /^bearer +(\S+)$/i.exec(only ?? '')?.[1] ?? null, sent };
}
