import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotAMailError, readStoredMail, storedMail } from '../src/storedMail.ts';

const envelope = { from: 'a@localhost', to: 'ada@example.org' };
const message = Buffer.from('To: "Eve <eve@example.org>" <ada@example.org>\r\nSubject: \u00e9\r\n\r\nHello\r\n');
const stored = storedMail({ envelope, message });
const withLine = (line: string) => Buffer.concat([Buffer.from(`${line}\r\n`), message]);
const withFields = (fields: unknown) => withLine(`X-Algotheque-Envelope: ${JSON.stringify(fields)}`);

describe('a stored mail', () => {
  it('is read as it was written, whatever the message says', () => {
    expect(readStoredMail(stored)).toEqual({ envelope, message });
  });

  it('is a message with one more field in its header, which any mail program opens', () => {
    const bytes = message.length;
    expect(stored.toString()).toBe(
      `X-Algotheque-Envelope: {"from":"a@localhost","to":"ada@example.org","bytes":${bytes}}\r\n${message}`,
    );
  });

  it('accepts the longest valid addresses', () => {
    const long = (letter: string) => `"${letter.repeat(63)}."@${letter.repeat(185)}.org`;
    const wide = { from: long('a'), to: long('b') };
    expect(readStoredMail(storedMail({ envelope: wide, message })).envelope).toEqual(wide);
  });

  it('is refused when it is cut off anywhere, or has more behind its end', () => {
    for (let length = 0; length < stored.length; length += 1) {
      expect(() => readStoredMail(stored.subarray(0, length))).toThrow(NotAMailError);
    }
    expect(() => readStoredMail(Buffer.concat([stored, Buffer.from('x')]))).toThrow(NotAMailError);
  });

  it('is refused when it has random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (junk) => {
        expect(() => readStoredMail(Buffer.from(junk))).toThrow(NotAMailError);
        expect(() => readStoredMail(withLine(`X-Algotheque-Envelope: ${Buffer.from(junk)}`))).toThrow(NotAMailError);
      }),
    );
  });

  const bytes = message.length;

  it.each<[string, Buffer]>([
    ['no envelope', message],
    ['its envelope behind another field', withLine(`X-A: b\r\n${stored.toString().split('\r\n')[0]}`)],
    ['an envelope that is null', withFields(null)],
    ['no length', withFields(envelope)],
    ['a length that is a text', withFields({ ...envelope, bytes: String(bytes) })],
    ['no sender', withFields({ to: envelope.to, bytes })],
    ['several recipients', withFields({ ...envelope, to: [envelope.to], bytes })],
    ['two recipients in one text', withFields({ ...envelope, to: 'ada@example.org> RCPT TO:<eve@example.org', bytes })],
    ['a line end in an address', withFields({ ...envelope, to: 'ada@example.org\r\nRCPT TO:eve@example.org', bytes })],
    ['a line of more than 2,048 bytes', withFields({ ...envelope, to: `${'x'.repeat(2_048)}@example.org`, bytes })],
    ['a recipient without a domain', withFields({ ...envelope, to: 'ada', bytes })],
  ])('is refused with %s', (_, other) => {
    expect(() => readStoredMail(other)).toThrow(NotAMailError);
  });
});
