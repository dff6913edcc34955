import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

/** DER: tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const long = [length >> 8, length & 0xff].slice(length > 0xff ? 0 : 1);
  const lengthBytes = length < 0x80 ? [length] : [0x80 | long.length, ...long];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), body]);
}

const SEQUENCE = 0x30;
const ED25519 = der(SEQUENCE, der(0x06, Buffer.from([0x2b, 101, 112])));
const utcTime = (time: number) => der(0x17, Buffer.from(new Date(time).toISOString().replace(/^..|[-:T]|\.\d+/g, '')));

function unsigned(publicKey: KeyObject): Buffer {
  const commonName = der(SEQUENCE, der(0x06, Buffer.from([85, 4, 3])), der(0x0c, Buffer.from('localhost')));
  const name = der(SEQUENCE, der(0x31, commonName));
  const day = 86_400_000;
  const validity = der(SEQUENCE, utcTime(Date.now() - day), utcTime(Date.now() + day));
  const addresses = der(SEQUENCE, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const altNames = der(SEQUENCE, der(0x06, Buffer.from([85, 29, 17])), der(0x04, addresses));
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  const extensions = der(0xa3, der(SEQUENCE, altNames));
  const key = publicKey.export({ format: 'der', type: 'spki' });
  return der(SEQUENCE, version3, der(0x02, Buffer.from([1])), ED25519, name, validity, name, key, extensions);
}

/** A self-signed certificate of localhost and 127.0.0.1, valid for a day (RFC 5280), with its key. */
export function selfSigned(): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const body = unsigned(publicKey);
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey));
  const base64 = der(SEQUENCE, body, ED25519, signature).toString('base64').replace(/.{64}/g, '$&\n');
  const cert = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
}

/** Makes this process trust a certificate during the test. */
export function trust({ cert }: { readonly cert: string }): void {
  const before = getCACertificates();
  setDefaultCACertificates([cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}
