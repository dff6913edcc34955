import { createHash } from 'node:crypto';
import { equal, ok, present } from '../assert.ts';
import type { AddTest } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, save } from './fixture.ts';

const ODD_CONTENTS: ReadonlyMap<string, Uint8Array> = new Map([
  ['no bytes', new Uint8Array()],
  ['one zero byte', new Uint8Array([0])],
  ['JSON', bytesOf('{"nom":"caf\u00e9 \u{1f469}","n":1e400}')],
  ['every byte, no UTF-8', Uint8Array.from({ length: 256 }, (_, index) => 255 - index)],
  ['line ends', bytesOf('\r\n\n\r\ufeff')],
  ['512 KiB', Uint8Array.from({ length: 524_288 }, (_, index) => (index * 31) % 251)],
  ['1 MiB and a byte', Uint8Array.from({ length: 1_048_577 }, (_, index) => (index * 7) % 253)],
]);

export function addContentTests(test: AddTest<ContentStoreFixture>): void {
  test('returns staged and published contents byte for byte', async ({ port }) => {
    let id = 0;
    for (const [name, content] of ODD_CONTENTS) {
      id += 1;
      const ref = await port.stage(content, null);
      equal(await port.read(id, ref), content, `${name}, staged`);
      await port.publish(id, ref);
      equal(await port.read(id, ref), content, `${name}, published`);
    }
  });

  test('stores only the bytes of a view into a larger buffer', async ({ port }) => {
    const large = bytesOf('before|content|after');
    const ref = await port.stage(large.subarray(7, 14), null);
    await port.publish(1, ref);
    equal(await port.read(1, ref), bytesOf('content'));
  });

  test('copies the bytes that it receives and returns', async ({ port }) => {
    const given = bytesOf('content');
    const ref = await port.stage(given, null);
    given.fill(0);
    for (const state of ['staged', 'published']) {
      if (state === 'published') await port.publish(1, ref);
      present(await port.read(1, ref)).fill(0);
      equal(await port.read(1, ref), bytesOf('content'), state);
    }
  });

  test('names content by a random part and its SHA-256', async ({ port }) => {
    const content = bytesOf('content');
    const ref = await port.stage(content, null);
    const digest = createHash('sha256').update(content).digest();
    ok(
      [digest.toString('hex'), digest.toString('base64url')].some((text) => ref.includes(text)),
      `${ref} does not hold the SHA-256`,
    );
    ok((await port.stage(content, null)) !== ref, 'equal content got the same reference');
  });

  test('gives different references to equal contents that are staged at the same moment', async ({ port }) => {
    const refs = await Promise.all(Array.from({ length: 20 }, () => port.stage(bytesOf('same'), null)));
    equal(new Set(refs).size, 20, 'different references');
    for (const [index, ref] of refs.entries()) if (index !== 13) await port.discard(ref);
    equal(await port.read(1, present(refs[13])), bytesOf('same'), 'the one that is left');
  });

  test('keeps contents over a restart, staged and published', { needs: 'reopen' }, async (fixture) => {
    const staged = await fixture.port.stage(bytesOf('staged'), null);
    const published = await save(fixture, 1, { text: 'kept' });
    const port = await fixture.reopen();
    equal(await port.read(2, staged), bytesOf('staged'));
    equal(await port.read(1, published), bytesOf('kept'));
    await port.publish(2, staged);
    equal(await port.read(2, staged), bytesOf('staged'));
  });

  test('says where a content is', async ({ port }) => {
    const ref = await port.stage(bytesOf('content'), null);
    const place = port.locate(41, ref);
    ok(place.includes('41') || place.includes(ref), `${place} names neither the algorithm nor its content`);
  });
}
