import { createPrivateKey, type KeyObject } from 'node:crypto';

/** How mails are signed for a domain (DKIM, RFC 6376). */
export interface DkimOptions {
  /** The domain that signs, `example.org`. */
  readonly domain: string;
  /** Receivers find the public key in the DNS at `SELECTOR._domainkey.DOMAIN`. */
  readonly selector: string;
  /** An RSA key of 1,024 bits or more, as PEM without a passphrase: nodemailer signs with RSA only. */
  readonly privateKey: string;
}

/** Receivers take no signature of a shorter key: RFC 8301, section 3.2. */
const LEAST_BITS = 1_024;
/** Labels of letters, digits and hyphens, separated by dots: RFC 6376, section 3.1, and RFC 5321, section 4.1.2. */
const NAME = /^(?!.{254})[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:[.][a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/**
 * The options as nodemailer takes them. If it could not use the key, it would send mails without a signature and report no error.
 * @throws TypeError when the options are malformed; the message shows nothing of the key
 */
export function dkimKeys({ domain, selector, privateKey }: DkimOptions) {
  if (![domain, selector].every((name) => NAME.test(name)))
    throw new TypeError('The domain or selector of DKIM is malformed');
  const key = privateKeyOf(privateKey);
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('The key of DKIM is not an RSA key');
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < LEAST_BITS) throw new TypeError(`The key of DKIM has ${bits} bits; it must have ${LEAST_BITS} at least`);
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { domainName: domain, keySelector: selector, privateKey: pem };
}

function privateKeyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new TypeError('The key of DKIM is no private key in PEM, or it has a passphrase', { cause });
  }
}
