import { newPerson, type Person, send } from '@algotheque/testing/httpClient';
import { unzipped } from '@algotheque/testing/httpRaw';
import { describeMongo } from '@algotheque/testing/mongo';
import { expect, it } from 'vitest';
import { tally } from '../support/tally.ts';
import { threeServers } from '../support/threeServers.ts';

interface Row {
  readonly path: string;
  readonly outcome: string;
}

const FOLDERS = ['Cours', 'Tri', 'Listes'];
/** Some with equal names in other folders, some with equal names in one folder. */
const ALGOS = Array.from({ length: 12 }, (_, n) => ({ nom: `Sort ${n % 5}`, folder: n % 4, sourceCode: { n } }));

describeMongo('exports and imports on three servers', ({ server }) => {
  const { at, urls } = threeServers(() => server().url('archives'));

  /** A person with folders and algorithms in them, made on all servers. */
  async function withAlgos(name: string): Promise<Person> {
    const person = await newPerson(at(0), { email: `${name}@example.org` });
    const { id: ownerId, token } = person;
    for (const [index, nom] of FOLDERS.entries()) await send(at(index), 'POST /api/folders', { token, json: { nom } });
    const made = ALGOS.map(async ({ nom, folder, sourceCode }, index) => {
      const { data } = await send(at(index), 'POST /api/algos', { token, json: { ownerId, nom, sourceCode } });
      const { id } = data as { readonly id: number };
      const json = { dossierId: folder === 0 ? null : folder };
      await send(at(index + 1), `PUT /api/algos/${id}/dossier`, { token, json });
    });
    await Promise.all(made);
    return person;
  }

  async function archiveOf({ id, token }: Person, index: number): Promise<Buffer<ArrayBuffer>> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${at(index)}/api/users/${id}/export`, { headers });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  /** What an archive has, without the ids: the ways of folders, and each algorithm with its way and source code. */
  function holdings(archive: Buffer): readonly string[] {
    const files = unzipped(archive);
    const { dossiers, algos } = JSON.parse(files.get('index.json') ?? '') as {
      readonly dossiers: readonly { readonly id: number; readonly nom: string }[];
      readonly algos: readonly { readonly path: string; readonly nom: string; readonly dossierId: number | null }[];
    };
    const names = new Map(dossiers.map(({ id, nom }) => [id, nom]));
    const held = algos.map(({ path, nom, dossierId }) => {
      const folder = dossierId === null ? 'at the top' : `in ${names.get(dossierId)}`;
      return `${nom} ${folder}: ${files.get(path)}`;
    });
    return [...dossiers.map(({ nom }) => nom), ...held].sort();
  }

  const take = async ({ token }: Person, index: number, body: Buffer<ArrayBuffer>): Promise<readonly Row[]> => {
    const headers = { 'content-type': 'application/zip' };
    const reply = await send(at(index), 'POST /api/algos/import', { token, headers, body });
    expect(reply.message).toBe('Algo.Success.Imported');
    return reply.data as readonly Row[];
  };
  const outcomes = (rows: readonly Row[]) => tally(rows.map(({ outcome }) => outcome));
  const entries = FOLDERS.length + ALGOS.length;

  it('an archive of one is imported on another, and is present on all then', async () => {
    const [ada, bob] = [await withAlgos('ada'), await newPerson(at(0))];
    const archives = await Promise.all(urls().map((_, index) => archiveOf(ada, index)));
    const [archive = expect.fail(), ...others] = archives;
    expect(holdings(archive)).toHaveLength(entries);
    for (const other of others) expect(holdings(other)).toEqual(holdings(archive));
    expect(outcomes(await take(bob, 1, archive))).toEqual({ created: entries });
    for (const index of urls().keys()) {
      expect(outcomes(await take(bob, index, archive))).toEqual({ present: entries });
      expect(holdings(await archiveOf(bob, index))).toEqual(holdings(archive));
    }
  });

  it('an archive that is imported on all at once is there once: one server imports, and the others refuse meanwhile', async () => {
    const [cleo, dora] = [await withAlgos('cleo'), await newPerson(at(0))];
    const archive = await archiveOf(cleo, 0);
    const headers = { 'content-type': 'application/zip' };
    const replies = await Promise.all(
      urls().map((_, index) =>
        send(at(index), 'POST /api/algos/import', { token: dora.token, headers, body: archive }),
      ),
    );
    const imports = replies.filter(({ status }) => status !== 429).map(({ data }) => data as readonly Row[]);
    expect(imports.length).toBeGreaterThan(0);
    const all = tally(imports.flat().map(({ outcome }) => outcome));
    expect(all).toMatchObject({ created: entries });
    expect(all['refused']).toBeUndefined();
    expect(holdings(await archiveOf(dora, 0))).toEqual(holdings(archive));
    for (const index of urls().keys()) expect(outcomes(await take(dora, index, archive))).toEqual({ present: entries });
  });
});
