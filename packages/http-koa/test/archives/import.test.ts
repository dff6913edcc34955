import { crc32 } from 'node:zlib';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../../src/exchange/bodyBudget.ts';
import { dataOf, type Reply, statusAndMessage } from '../suite/api.ts';
import { newPerson, type Person } from '../suite/people.ts';
import type { MemoryServer, MemoryServerOptions } from '../support/memoryServer.ts';
import { closed, halfSent } from '../support/raw.ts';
import { useServer } from '../support/useServer.ts';
import { withMethods } from '../support/withMethods.ts';
import { type ZipEntry, zipOf } from '../support/zip.ts';

const ZIP = { 'Content-Type': 'application/zip' };
const TARGET = 'POST /api/algos/import';

interface Row {
  readonly path: string;
  readonly outcome: string;
  readonly message?: string;
  readonly data?: object;
  readonly violations?: readonly { readonly path: string; readonly rule: string }[];
}

const rows = (reply: Reply): readonly Row[] => dataOf<readonly Row[]>(reply);

/** Of each entry its path, and the rule that it violates or what became of it. */
const summary = (reply: Reply) =>
  rows(reply).map(({ path, outcome, violations }) => [path, violations?.[0]?.rule ?? outcome]);

describe('an import over HTTP', () => {
  const start = useServer();

  async function opened(options: MemoryServerOptions = {}) {
    const server = await start(options);
    const ada = await newPerson(server.api);
    const send = (body: Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = ZIP) =>
      server.api.call(TARGET, { token: ada.token, body, headers });
    const zip = (...entries: readonly ZipEntry[]) => send(zipOf(entries));
    return { ...server, ada, send, zip, names: () => namesOf(server, ada) };
  }

  async function namesOf({ api }: MemoryServer, { id, token }: Person): Promise<readonly string[]> {
    const list = await api.call(`GET /api/algos/byUserId/${id}`, { token });
    return dataOf<readonly { nom: string }[]>(list).map(({ nom }) => nom);
  }

  it('says of what the quota refuses what the failure says on other routes', async () => {
    const { api, ada, zip } = await opened({ policy: { quota: { algos: 9, bytes: 20 } } });
    const reply = await zip({ path: 'Large.json', content: '{"text":"more than there is room for"}' });
    const json = { ownerId: ada.id, nom: 'Large', sourceCode: { text: 'more than there is room for' } };
    const refused = await api.call('POST /api/algos', { token: ada.token, json });
    expect(rows(reply)[0]).toMatchObject({ outcome: 'refused', data: dataOf(refused) });
    expect(rows(reply)[0]?.data).toHaveProperty('bin');
  });

  it('takes an export, and takes it again without a change', async () => {
    const { api, ada, send } = await opened();
    const sourceCode = { list: [1, 2.5], text: 'é' };
    await api.call('POST /api/folders', { token: ada.token, json: { nom: 'Cours: 1' } });
    for (const nom of ['Euclid', 'a/b']) {
      await api.call('POST /api/algos', { token: ada.token, json: { ownerId: ada.id, nom, sourceCode } });
    }
    const bytes = await fetch(`${api.url}/api/users/${ada.id}/export`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    });
    const zip = new Uint8Array(await bytes.arrayBuffer());
    expect(summary(await send(zip))).toEqual([
      ['algorithmes/Cours_ 1-1/', 'present'],
      ['algorithmes/Euclid-1.json', 'present'],
      ['algorithmes/a_b-2.json', 'present'],
    ]);
    const bob = await newPerson(api, { pseudo: 'Bob' });
    const sendAs = () => api.call(TARGET, { token: bob.token, body: zip, headers: ZIP });
    expect(rows(await sendAs()).map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    expect(rows(await sendAs()).map(({ outcome }) => outcome)).toEqual(['present', 'present', 'present']);
    const [first, second] = dataOf<{ id: number; nom: string }[]>(
      await api.call(`GET /api/algos/byUserId/${bob.id}`, { token: bob.token }),
    );
    expect([first?.nom, second?.nom]).toEqual(['Euclid', 'a/b']);
    const read = await api.call(`GET /api/algos/${first?.id}`, { token: bob.token });
    expect(dataOf<{ sourceCode: unknown }>(read).sourceCode).toEqual(sourceCode);
  });

  it('takes one algorithm as JSON', async () => {
    const { api, ada } = await opened();
    const call = (json: unknown) => api.call(TARGET, { token: ada.token, json });
    expect(summary(await call({ nom: 'Euclid', dossier: ['One', 'Two'], sourceCode: [1] }))).toEqual([['', 'created']]);
    expect(summary(await call({ nom: 'Euclid', dossier: ['One', 'Two'], sourceCode: [1] }))).toEqual([['', 'present']]);
    expect(summary(await call({ nom: 'Euclid', sourceCode: [1] }))).toEqual([['', 'created']]);
    for (const dossier of [null, '', []]) {
      expect(summary(await call({ nom: 'Euclid', dossier, sourceCode: [1] }))).toEqual([['', 'present']]); // at the top
    }
    const refused = [
      [{ sourceCode: [1] }, '/nom required'],
      [{ nom: null, sourceCode: [1] }, '/nom required'],
      [{ nom: '', sourceCode: [1] }, '/nom required'],
      [{ nom: 'Abc', dossier: [''], sourceCode: [1] }, '/dossier/0 min_length'],
      [{ nom: 'Abc', dossier: [null], sourceCode: [1] }, '/dossier/0 type'],
      [{ nom: 'x', sourceCode: [1] }, '/nom min_length'],
      [{ nom: 'Abc', dossier: 'One', sourceCode: [1] }, '/dossier type'],
      [{ nom: 'Abc', dossier: [1], sourceCode: [1] }, '/dossier/0 type'],
      [{ nom: 'Abc' }, '/sourceCode type'],
      [{ nom: 'Abc', sourceCode: 12 }, '/sourceCode type'],
      [[], '/nom required'],
      [12, '/nom required'],
      [null, '/nom required'],
    ] as const;
    for (const [json, violation] of refused) {
      const [row] = rows(await call(json));
      expect(`${row?.violations?.[0]?.path} ${row?.violations?.[0]?.rule}`, JSON.stringify(json)).toBe(violation);
    }
    const inexact = { 'Content-Type': 'application/json' };
    const body = Buffer.from('{"nom":"Abc","sourceCode":[9007199254740993]}');
    expect(rows(await api.call(TARGET, { token: ada.token, body, headers: inexact }))[0]?.message).toBe(
      'Responses.Algo.Invalid',
    );
  });

  it('refuses what is hostile in a ZIP entry by entry, and takes the others', async () => {
    const { zip, names } = await opened();
    const reply = await zip(
      { path: '../up.json' },
      { path: '/etc/abs.json' },
      { path: 'C:/win.json' },
      { path: '..\\up.json' },
      { path: 'Link.json', content: '/etc/passwd', mode: 0o120_777 },
      { path: 'Device.json', mode: 0o020_666 },
      { path: 'Secret.json', flags: 1 },
      { path: 'Larger.json', content: '[1,2,3]', size: 3 },
      { path: 'Smaller.json', size: 100 },
      { path: 'Stored.json', method: 0, size: 100 },
      { path: 'Sum.json', crc: 1 },
      { path: 'Method.json', method: 12 },
      { path: 'Text.json', content: 'text' },
      { path: 'Empty.json', content: '' },
      { path: 'Bytes.json', content: Buffer.from([0x22, 0xff, 0x22]) },
      { path: 'Picture.png' },
      { path: 'Twice.json' },
      { path: 'Twice.json', content: '[2]' },
      { path: 'Nested.zip', content: zipOf([{ path: 'Inner.json' }]) },
      { path: 'Stored good.json', method: 0 },
      { path: 'Mode.json', mode: 0o100_644 },
      { path: 'Folder/', content: '', method: 0, mode: 0o040_755 },
    );
    expect(summary(reply)).toEqual([
      ['../up.json', 'unsafe_path'],
      ['/etc/abs.json', 'unsafe_path'],
      ['C:/win.json', 'unsafe_path'],
      ['../up.json', 'duplicate'],
      ['Link.json', 'no_file'],
      ['Device.json', 'no_file'],
      ['Secret.json', 'encrypted'],
      ['Larger.json', 'damaged'],
      ['Smaller.json', 'damaged'],
      ['Stored.json', 'damaged'],
      ['Sum.json', 'damaged'],
      ['Method.json', 'damaged'],
      ['Text.json', 'json'],
      ['Empty.json', 'json'],
      ['Bytes.json', 'json'],
      ['Picture.png', 'json'],
      ['Twice.json', 'created'],
      ['Twice.json', 'duplicate'],
      ['Nested.zip', 'json'],
      ['Stored good.json', 'created'],
      ['Mode.json', 'created'],
      ['Folder/', 'created'],
    ]);
    expect(await names()).toEqual(['Twice', 'Stored good', 'Mode']);
  });

  it('reads a file in UTF-16 with a byte order mark, and refuses one that has only the mark', async () => {
    const { api, ada, zip } = await opened();
    const text = '\ufeff{"a":"é"}';
    const reply = await zip(
      { path: 'Little.json', content: Buffer.from(text, 'utf16le') },
      { path: 'Big.json', content: Buffer.from(text, 'utf16le').swap16() },
      { path: 'No mark.json', content: Buffer.from('{"a":"é"}', 'utf16le') },
      { path: 'Half.json', content: Buffer.from(text, 'utf16le').subarray(0, -1) },
      { path: 'Mark.json', content: Buffer.from('\ufeff', 'utf16le') },
      { path: 'Mark 8.json', content: '\ufeff' },
    );
    expect(summary(reply)).toEqual([
      ['Little.json', 'created'],
      ['Big.json', 'created'],
      ...['No mark.json', 'Half.json', 'Mark.json', 'Mark 8.json'].map((path) => [path, 'json']),
    ]);
    for (const id of [1, 2]) {
      const read = await api.call(`GET /api/algos/${id}`, { token: ada.token });
      expect(dataOf<{ sourceCode: unknown }>(read).sourceCode).toEqual({ a: 'é' });
    }
  });

  it('reads an index in UTF-16', async () => {
    const { zip, names } = await opened();
    const algos = [{ path: 'file.json', nom: 'a: b', dossierId: null }];
    const index = { format: 'algotheque-export', version: 1, dossiers: [], algos };
    const content = Buffer.from(`\ufeff${JSON.stringify(index)}`, 'utf16le');
    expect(summary(await zip({ path: 'index.json', content }, { path: 'file.json' }))).toEqual([
      ['file.json', 'created'],
    ]);
    expect(await names()).toEqual(['a: b']);
  });

  it.each([
    ['no ZIP', Buffer.from('PK nothing')],
    ['nothing', Buffer.alloc(1)],
    ['a ZIP without its end', zipOf([{ path: 'Abc.json' }]).subarray(0, -30)],
    ['a ZIP whose directory has fewer entries than it says', zipOf([{ path: 'Abc.json' }], 2)],
  ])('refuses %s', async (_, bytes) => {
    const { send, names } = await opened();
    expect(statusAndMessage(await send(Uint8Array.from(bytes)))).toBe('400 General.Malformed_zip');
    expect(await names()).toEqual([]);
  });

  it('reads random bytes behind the mark of a ZIP without harm', async () => {
    const { send } = await opened();
    const good = zipOf([{ path: 'Abc.json' }, { path: 'Def.json', content: '{"a":1}' }]);
    for (let at = 0; at < good.length; at += 3) {
      const bytes = Uint8Array.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      expect([200, 400, 413]).toContain((await send(bytes)).status);
    }
  });

  it.each([
    ['fields of more than 512 bytes beside the name', [{ path: 'Abc.json', extra: Buffer.alloc(516) }]],
    ['empty fields without an end', [{ path: 'Abc.json' }, { path: 'Def.json', extra: Buffer.alloc(65_532) }]],
    ['two entries that share their bytes', [{ path: 'Abc.json' }, { path: 'Abc.json', isShared: true as const }]],
  ])('refuses a ZIP with %s', async (_, entries) => {
    const { zip, names } = await opened();
    expect(statusAndMessage(await zip(...entries))).toBe('400 General.Malformed_zip');
    expect(await names()).toEqual([]);
  });

  it('refuses a ZIP of which an entry begins within another one', async () => {
    const { send } = await opened();
    const inner = zipOf([{ path: 'Inner.json' }]);
    const bytes = zipOf([
      { path: 'Outer.json', content: inner, method: 0 },
      { path: 'Inner.json', isShared: true },
    ]);
    expect((await send(bytes)).status).toBe(400);
    const at = bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
    bytes.writeUInt32LE(30 + 'Outer.json'.length, at + 42);
    expect(statusAndMessage(await send(bytes))).toBe('400 General.Malformed_zip');
  });

  it('takes as many fields as programs write, with a name in UTF-8 of any length', async () => {
    const { zip, names } = await opened();
    const [old, name] = [Buffer.from('old.json'), `${'é'.repeat(250)}.json`];
    const unicode = Buffer.concat([Buffer.from('upLL\u0001CCCC'), Buffer.from(name)]);
    unicode.writeUInt16LE(unicode.length - 4, 2);
    unicode.writeUInt32LE(crc32(old), 5);
    const extra = Buffer.concat([Buffer.alloc(508), unicode]);
    expect((await zip({ path: '', name: old, extra })).status).toBe(200);
    expect(await names()).toEqual(['é'.repeat(250)]);
  });

  it('reads names that are UTF-8 so, with or without the flag that says it; others in the code page of DOS', async () => {
    const { zip, names } = await opened();
    const all = ['Ératosthène', '快速排序', 'E\u0301le\u0300ve'];
    await zip(...all.map((name) => ({ path: '', name: Buffer.from(`${name}.json`) })));
    await zip({ path: '', name: Buffer.from('\x90l\x8ave.json', 'latin1') });
    expect(await names()).toEqual([...all, 'Élève']);
  });

  it('takes a backslash for a slash, nothing for `./`, and refuses bytes that are behind the end', async () => {
    const { api, ada, send } = await opened();
    const entries = [{ path: './' }, { path: './Cours\\Tri.json' }, { path: '././Tas.json' }, { path: './._Tas.json' }];
    expect(rows(await send(zipOf(entries))).map(({ path }) => path)).toEqual(['Cours/Tri.json', 'Tas.json']);
    const { dossiers } = dataOf<{ dossiers: { nom: string; algos: number }[] }>(
      await api.call('GET /api/folders', { token: ada.token }),
    );
    expect(dossiers).toMatchObject([{ nom: 'Cours', algos: 1 }]);
    const longer = Buffer.concat([zipOf(entries), Buffer.from('\n')]);
    expect(statusAndMessage(await send(Uint8Array.from(longer)))).toBe('400 General.Malformed_zip');
  });

  it('takes an export that was packed again with the folder in which it was', async () => {
    const { zip, names } = await opened();
    const algos = [{ path: 'algorithmes/Tri-1.json', nom: 'a: b', dossierId: null }];
    const index = { format: 'algotheque-export', version: 1, dossiers: [], algos };
    const files = ['profil.json', 'sessions.json', 'algos.json', 'versions.json', 'algorithmes/Tri-1.json'];
    const inFolder = (folder: string): ZipEntry[] => [
      { path: folder },
      ...files.map((path) => ({ path: folder + path })),
      { path: `${folder}index.json`, content: JSON.stringify(index) },
    ];
    expect(summary(await zip({ path: 'mine/' }, ...inFolder('mine/all/'), { path: 'Other.json' }))).toEqual([
      ['algorithmes/Tri-1.json', 'created'],
      ['Other.json', 'created'],
    ]);
    expect(await names()).toEqual(['a: b', 'Other']);
    // Of two exports, and of a file that only has the name of an index, the paths count.
    const two = summary(await zip(...inFolder('one/'), ...inFolder('two/')));
    expect(two).toContainEqual(['two/index.json', 'created']);
    const own = summary(await zip({ path: 'Cours/index.json' }, { path: 'Cours/Tri.json' }));
    expect(own).toEqual([
      ['Cours/index.json', 'created'],
      ['Cours/Tri.json', 'created'],
    ]);
  });

  it('counts in a header what the report has no room for', async () => {
    const { zip } = await opened();
    const bad = Array.from({ length: 502 }, (_, at) => ({ path: `${at}` }));
    const reply = await zip({ path: 'Abc.json' }, ...bad);
    expect([rows(reply).length, reply.headers.get('X-Entries-Left-Out')]).toEqual([501, 'unread=2']);
    expect((await zip({ path: 'Abc.json' })).headers.get('X-Entries-Left-Out')).toBeNull();
  });

  it('runs until its report was sent: so many reports are not held for clients that do not read', async () => {
    const { zip, listening } = await opened();
    const held = Promise.withResolvers<() => void>();
    listening.server.once('request', (_req, res) => {
      const end = res.end.bind(res);
      const later = (...given: Parameters<typeof end>) => held.resolve(() => end(...given));
      Object.assign(res, { end: later });
    });
    const first = zip({ path: 'Abc.json' });
    const send = await held.promise;
    expect(statusAndMessage(await zip({ path: 'Def.json' }))).toBe('429 General.Too_many_requests');
    send();
    expect((await first).status).toBe(200);
    expect((await zip({ path: 'Def.json' })).status).toBe(200);
  });

  it('refuses a ZIP with more entries, before any is read', async () => {
    const { zip, names } = await opened({ http: { maxImportEntries: 2 } });
    const entries = ['Abc', 'Def', 'Ghi'].map((name) => ({ path: `${name}.json` }));
    expect((await zip(...entries.slice(0, 2))).status).toBe(200);
    expect(statusAndMessage(await zip(...entries))).toBe('413 General.Payload_too_large');
    expect(await names()).toEqual(['Abc', 'Def']);
  });

  it('refuses a ZIP that is packed too well, unless it could have been sent unpacked', async () => {
    const bomb = { path: 'Zeros.json', content: `[${'0,'.repeat(100_000)}0]` };
    const http = { maxImportBytes: 20_000, maxBodyBytes: 20_000 };
    const { zip, names } = await opened({ http });
    expect(statusAndMessage(await zip(bomb))).toBe('413 General.Payload_too_large');
    expect((await zip({ path: 'Few.json', content: `[${'0,'.repeat(5_000)}0]` })).status).toBe(200);
    expect(await names()).toEqual(['Few']);
    const { zip: lenient } = await opened({ http: { ...http, maxImportRatio: 1_000 } });
    expect(summary(await lenient(bomb))).toEqual([['Zeros.json', 'too_large']]);
  });

  it('refuses a ZIP with more bytes in all, and one that says so', async () => {
    const { zip } = await opened({ http: { maxImportUnpackedBytes: 1_000 } });
    const file = (name: string, size: number): ZipEntry => ({
      path: `${name}.json`,
      content: `["${'x'.repeat(size)}"]`,
    });
    expect((await zip(file('Abc', 400), file('Def', 400))).status).toBe(200);
    expect((await zip(file('Abc', 400), file('Def', 400), file('Ghi', 400))).status).toBe(413);
    expect((await zip({ path: 'Liar.json', size: 4_000_000_000 })).status).toBe(413);
    // The records and former versions of an export are not unpacked.
    const index = JSON.stringify({ format: 'algotheque-export', version: 1, dossiers: [], algos: [] });
    for (const path of ['versions.json', 'algos.json']) {
      const unread = { path, size: 4_000_000_000 };
      expect((await zip({ path: 'index.json', content: index }, unread)).status).toBe(200);
      expect((await zip(unread)).status).toBe(413);
    }
  });

  it('reports nothing of what systems add to a ZIP, but counts it for the bounds', async () => {
    const { zip, names } = await opened({ http: { maxImportEntries: 3, maxImportUnpackedBytes: 1_000 } });
    const [own, added] = [{ path: 'Own.json' }, { path: '__MACOSX/._Own.json', content: 'binary' }];
    expect(summary(await zip(own, added, { path: '.DS_Store', content: 'binary' }))).toEqual([['Own.json', 'created']]);
    expect((await zip(own, added, { path: '.DS_Store' }, { path: 'Thumbs.db' })).status).toBe(413);
    expect((await zip(own, { ...added, content: 'x'.repeat(1_000) })).status).toBe(413);
    expect(await names()).toEqual(['Own']);
  });

  it('refuses a body of more bytes, and JSON of more than another route takes', async () => {
    const http = { maxImportBytes: 5_000, maxBodyBytes: 2_000, maxHeldBytes: 10_000 };
    const { send, api, ada } = await opened({ http });
    expect((await send(new Uint8Array(5_001))).status).toBe(413);
    const json = { nom: 'Abc', sourceCode: ['x'.repeat(2_000)] };
    expect((await api.call(TARGET, { token: ada.token, json })).status).toBe(413);
    const large = zipOf([{ path: 'Abc.json', content: JSON.stringify(json.sourceCode) }]);
    expect(summary(await send(large))).toEqual([['Abc.json', 'too_large']]);
  });

  it('refuses an index of more values than its entries need', async () => {
    const { zip } = await opened({ http: { maxImportEntries: 3 } });
    const index = { format: 'algotheque-export', version: 1, dossiers: [], algos: [], more: Array(40).fill(0) };
    const reply = await zip({ path: 'index.json', content: JSON.stringify(index) }, { path: 'Abc.json' });
    expect([reply.status, reply.body]).toMatchObject([400, { data: [{ path: '/index.json', rule: 'too_large' }] }]);
  });

  it('refuses an index of more than 10 MiB, however large an import may be', async () => {
    const { zip } = await opened({ http: { maxImportBytes: 33_554_432 } });
    const sent = async (bytes: number) => {
      const index = JSON.stringify({ format: 'algotheque-export', version: 1, dossiers: [], algos: [] }).padEnd(bytes);
      const { status, body } = await zip({ path: 'index.json', content: index }, { path: 'Abc.json' });
      return [status, body];
    };
    expect(await sent(10_485_760)).toMatchObject([200, {}]);
    expect(await sent(10_485_761)).toMatchObject([400, { data: [{ path: '/index.json', rule: 'too_large' }] }]);
  });

  it.each(['application/octet-stream', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'refuses the type %s',
    async (type) => {
      const { send } = await opened();
      expect((await send(zipOf([]), { 'Content-Type': type })).status).toBe(415);
    },
  );

  it('takes the type that browsers on Windows say', async () => {
    const { send } = await opened();
    expect((await send(zipOf([{ path: 'Abc.json' }]), { 'Content-Type': 'application/x-zip-compressed' })).status).toBe(
      200,
    );
    expect(rows(await send(zipOf([])))).toEqual([]);
  });

  it('of nothing is refused, however nothing is sent', async () => {
    const { api, ada, send } = await opened();
    const nothing = new Uint8Array(0);
    const none = await api.call(TARGET, { token: ada.token });
    const missing = '400 General.Missing_data';
    expect(statusAndMessage(none)).toBe(missing);
    expect(none.headers.get('X-Missing-Fields')).toBe('nom, sourceCode');
    for (const type of ['application/zip', 'application/json']) {
      const empty = await send(nothing, { 'Content-Type': type });
      expect([statusAndMessage(empty), empty.headers.get('X-Missing-Fields')]).toEqual([missing, 'nom, sourceCode']);
    }
  });

  it('is no body of other routes', async () => {
    const { api, ada } = await opened();
    const reply = await api.call('POST /api/algos', { token: ada.token, body: zipOf([]), headers: ZIP });
    expect(reply.status).toBe(415);
  });

  it('of an upload that is cut off leaves nothing', async () => {
    const server = await opened();
    const { port } = server.listening.address;
    const bytes = zipOf([{ path: 'Abc.json', content: `["${'x'.repeat(200_000)}"]`, method: 0 }]);
    const head = ['POST /api/algos/import HTTP/1.1', 'Host: x', 'Content-Type: application/zip'];
    const rest = [`Authorization: Bearer ${server.ada.token}`, `Content-Length: ${bytes.length}`, '', ''];
    const socket = await halfSent(port, [...head, ...rest].join('\r\n'));
    socket.write(bytes.subarray(0, 100_000));
    socket.destroy();
    await closed(socket);
    expect(await server.names()).toEqual([]);
    expect((await server.zip({ path: 'Abc.json' })).status).toBe(200);
  });

  it('that a failing store stops is answered 503; a repetition goes on', async () => {
    let left = 2;
    const server = await opened({
      instead: ({ algos }) => ({
        algos: withMethods(algos, {
          async insert(algo) {
            left -= 1;
            if (left === -1) throw new UnavailableError({ reason: 'down' });
            return algos.insert(algo);
          },
        }),
      }),
    });
    const entries = ['Abc', 'Def', 'Ghi', 'Jkl'].map((name) => ({ path: `${name}.json` }));
    expect(statusAndMessage(await server.zip(...entries))).toBe('503 General.Unavailable');
    expect(rows(await server.zip(...entries)).map(({ outcome }) => outcome)).toEqual([
      'present',
      'present',
      'created',
      'created',
    ]);
  });

  it('beyond the room for all bodies is answered 503, and a smaller body has its place', async () => {
    const bodies = new BodyBudget(14_000);
    const server = await opened({ bodies });
    const held = async (bytes: number) => {
      while (bodies.heldBytes !== bytes) await server.api.call('GET /healthz');
    };
    const head = ['POST /api/algos/import HTTP/1.1', 'Host: x', 'Content-Type: application/zip'];
    const rest = [`Authorization: Bearer ${server.ada.token}`, 'Content-Length: 10000', '', 'x'.repeat(9_000)];
    const socket = await halfSent(server.listening.address.port, [...head, ...rest].join('\r\n'));
    await held(9_640);
    const body = zipOf([{ path: 'Abc.json', content: `["${'x'.repeat(6_000)}"]`, method: 0 }]);
    expect(statusAndMessage(await server.send(body))).toBe('503 General.Unavailable');
    const json = { ownerId: server.ada.id, nom: 'Other', sourceCode: ['x'.repeat(2_000)] };
    expect((await server.api.call('POST /api/algos', { token: server.ada.token, json })).status).toBe(201);
    socket.destroy();
    await held(0);
    expect((await server.send(body)).status).toBe(200);
    expect(bodies.heldBytes).toBe(0);
  });
});
