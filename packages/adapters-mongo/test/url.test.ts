import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseUrl } from '../src/connection/url.ts';
import { MongoUrlError, openMongoStore } from '../src/index.ts';

const SECRETS = ['hunter2', 'h%75nter2', 'grace'];

const MALFORMED = [
  '',
  'grace:hunter2',
  'http://grace:hunter2@localhost/x',
  'mongodb:/grace:hunter2@localhost',
  'mongodb://',
  'mongodb:///hunter2',
  'mongodb://grace:hunter2@',
  'mongodb://grace:hunter2@host:port/x',
  'mongodb://grace:hunter2@host:99999/x',
  'mongodb://grace:hunter2@grace@host/x',
  'mongodb://grace:hunter2?hunter2@host/x?tls=true',
  'mongodb://grace:hunter2/hunter2@host/x',
  'mongodb://grace:hunter2%@host/x',
  'mongodb://grace:hunter2@host/%zz',
  'mongodb://grace:hunter2@host/a%20b',
  'mongodb://grace:hunter2@host/a.b',
  `mongodb://grace:hunter2@host/${'x'.repeat(64)}`,
  'mongodb://grace:hunter2@host/x?unknownOption=hunter2',
  'mongodb://grace:hunter2@host/x?socketTimeoutMS=hunter2',
  'mongodb://grace:hunter2@host/x?readConcernLevel=hunter2',
  'mongodb://grace:hunter2@host/x?readPreference=secondary',
  'mongodb://grace:hunter2@host/x?readPreference=primaryPreferred',
  'mongodb://grace:hunter2@host/x?w=0',
];

describe('the URL of a MongoDB store', () => {
  it.each(MALFORMED)('is refused without showing its credentials: %s', (url) => {
    let refusal: unknown;
    try {
      openMongoStore({ url });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(MongoUrlError);
    const shown = `${String(refusal)} ${(refusal as Error).stack} ${JSON.stringify(refusal)}`; // it is an Error
    for (const secret of SECRETS) expect(shown.split('\n    at ')[0]).not.toContain(secret);
    expect((refusal as Error).cause).toBeUndefined();
  });

  it('names the database by its path; the place is shown without credentials', () => {
    const cases = [
      ['mongodb://localhost', 'algotheque', 'localhost:27017/algotheque'],
      ['mongodb://localhost/?tls=true', 'algotheque', 'localhost:27017/algotheque'],
      ['mongodb://grace:hunter2@localhost:1/x', 'x', 'localhost:1/x'],
      ['mongodb://grace:hunter2@a:1,b:2/caf%C3%A9?replicaSet=r', 'café', 'a:1,b:2/café'],
      ['mongodb+srv://grace:hunter2@cluster.example.org/x', 'x', 'cluster.example.org/x'],
      ['mongodb://[::1]:1/x', 'x', '[::1]:1/x'],
    ] as const;
    for (const [url, database, location] of cases) expect(parseUrl(url)).toMatchObject({ database, location });
  });

  it('sets durable writes, majority reads from the primary and short timeouts by default', () => {
    const { client, operationMs } = parseUrl('mongodb://localhost');
    expect(client.options.writeConcern).toMatchObject({ w: 'majority', journal: true });
    expect(client.options.readConcern?.level).toBe('majority');
    expect(client.options.readPreference.mode).toBe('primary');
    expect(client.options.retryWrites).toBe(true);
    expect(operationMs).toBe(5_000);
  });

  it('lets the URL set each of them, in any case', () => {
    const { client, operationMs } = parseUrl(
      'mongodb://localhost/x?W=1&journal=false&readconcernlevel=local&SOCKETTIMEOUTMS=700&serverSelectionTimeoutMS=50&retryWrites=false',
    );
    expect(client.options.writeConcern).toMatchObject({ w: 1, journal: false });
    expect(client.options.readConcern?.level).toBe('local');
    expect(client.options.retryWrites).toBe(false);
    expect(operationMs).toBe(750);
  });

  it('accepts j for journal, as the driver does', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    expect(parseUrl('mongodb://localhost/x?j=false').client.options.writeConcern).toMatchObject({ journal: false });
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('use journal'), expect.anything());
  });

  it('reads its own writes when the URL asks for less than a majority', () => {
    for (const w of ['1', '2']) {
      expect(parseUrl(`mongodb://localhost/x?w=${w}`).client.options.readConcern).toBeUndefined();
    }
    expect(parseUrl('mongodb://localhost/x?w=majority').client.options.readConcern?.level).toBe('majority');
  });

  it('ignores options of the URL that change the type of values', () => {
    const { options } = parseUrl(
      'mongodb://localhost/x?raw=true&promoteValues=false&promoteLongs=false&promoteBuffers=true&useBigInt64=true&ignoreUndefined=true',
    ).client;
    const kept = { raw: false, promoteValues: true, promoteLongs: true, promoteBuffers: false, useBigInt64: false };
    expect(options).toMatchObject({ ...kept, ignoreUndefined: false });
  });

  it('waits without a limit when the URL says so', () => {
    expect(parseUrl('mongodb://localhost/x?socketTimeoutMS=0').operationMs).toBe(0);
  });
});
