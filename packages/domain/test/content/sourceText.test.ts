import { describe, expect, it } from 'vitest';
import { SourceText } from '../../src/content/sourceText.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('a source text', () => {
  it('of shared bytes gives its caller a copy, the same each time, and leaves the shared bytes as they are', () => {
    const kept = bytesOf('{"a":1}');
    const source = SourceText.shared(kept);
    expect([source.size, source.text(), source.json()]).toEqual([7, '{"a":1}', { a: 1 }]);
    source.bytes.fill(0);
    expect(kept).toEqual(bytesOf('{"a":1}'));
    expect(source.bytes).toEqual(new Uint8Array(7));
    expect(SourceText.shared(kept).bytes).toEqual(kept);
  });

  it('of its own bytes gives those', () => {
    const own = bytesOf('[]');
    expect(new SourceText(own).bytes).toBe(own);
  });

  it('that was shared gives copies from then on', () => {
    const source = new SourceText(bytesOf('[1]'));
    const shared = source.sharedBytes();
    source.bytes.fill(0);
    expect(shared).toEqual(bytesOf('[1]'));
  });

  it('is copied to a place in other bytes', () => {
    const target = bytesOf('abcdef');
    SourceText.shared(bytesOf('[]')).copyInto(target, 3);
    expect(target).toEqual(bytesOf('abc[]f'));
    expect(() => SourceText.shared(bytesOf('[]')).copyInto(target, 5)).toThrow(RangeError);
  });
});
