import { type GrantedRight, Responses, type Right } from '@algotheque/domain';
import fc from 'fast-check';
import { algo as content } from '../faultModel/people.ts';
import { inSession, type OnAlgo, onAlgo, picked, type Weighted } from './command.ts';
import { folder, inTree } from './folders.ts';
import { type ModelUser, newAlgo } from './model.ts';

const { Not_found, Forbidden_update, Forbidden_share, Forbidden_leave, Forbidden_delete, Conflict } = Responses.Algo;

const pick = fc.nat(99);
const picks = fc.tuple(pick, pick);
const nom = fc.nat(999).map((number) => `algorithm ${number}`);
/** What `If-Match` names: nothing, the version of now, or another one. */
const match = fc.constantFrom('no' as const, 'the' as const, 'another' as const);

const creation = fc.tuple(pick, nom, fc.option(folder, { freq: 1 })).map(([pick, nom, dossierId]) =>
  inSession(`create ${nom} in ${dossierId}`, pick, ({ model, user }) => {
    const isThere = dossierId === null || inTree(user, dossierId) !== undefined;
    const places = new Map(dossierId === null ? [] : [[user, dossierId]]);
    if (isThere) model.algos.push(newAlgo(user, nom, places));
    return {
      expected: isThere ? { nom, dossierId, version: 1 } : Responses.Folder.Not_found,
      async perform({ service, caller, side, idOf }) {
        const input = { ownerId: idOf(user), ...content(nom), dossierId };
        const { algo, version } = await service.createAlgo(input, caller);
        side.algos.push(algo.id);
        return { nom: algo.nom, dossierId: algo.dossierId, version };
      },
    };
  }),
);

const read = picks.map((picks) =>
  onAlgo('read', picks, ({ model, algo, user }) => {
    const { nom, version } = algo;
    const droits = model.rightOn(algo, user);
    return {
      expected: droits === null ? Not_found : { nom, droits, version, source: { nom } },
      async perform({ service, caller, id }) {
        const { algo, version, source } = await service.getAlgo({ id }, caller);
        return { nom: algo.nom, droits: algo.droits, version, source: source?.json() };
      },
    };
  }),
);

/** Those that a second user can access too. */
const list = picks.map(([pick, other]) =>
  inSession(`list those of user ${other}`, pick, ({ model, user }) => {
    const by = picked(model.users, other);
    const isSeen = (one: (typeof model.algos)[number]): boolean =>
      model.rightOn(one, by) !== null && model.rightOn(one, user) !== null;
    const seen = model.algos.flatMap((one, place) =>
      isSeen(one) ? [{ place, nom: one.nom, droits: model.rightOn(one, user) }] : [],
    );
    return {
      expected: by.isDeleted ? Responses.User.Not_found : seen,
      async perform({ service, caller, side, idOf }) {
        const { algos } = await service.listAlgos({ id: idOf(by) }, caller);
        return algos.map(({ id, nom, droits }) => ({ place: side.algos.indexOf(id), nom, droits }));
      },
    };
  }),
);

const role = fc.constantFrom('owner' as const, 'shared' as const, 'all' as const);

/** By the first digits of the number in the name, in pages of three. */
const search = fc.tuple(pick, role, fc.nat(99)).map(([pick, role, digits]) =>
  inSession(`search ${role} for ${digits}`, pick, ({ model, user }) => {
    const isWanted = (one: (typeof model.algos)[number]): boolean => {
      const right = model.rightOn(one, user);
      const isOfRole = role === 'all' || (right === 'Owner') === (role === 'owner');
      return right !== null && isOfRole && one.nom.startsWith(`algorithm ${digits}`);
    };
    const places = model.algos.flatMap((one, place) => (isWanted(one) ? [place] : []));
    return {
      expected: { places, total: places.length, isSorted: true },
      async perform({ service, caller, side }) {
        const wanted = { role, q: `ALGO ${digits}`, limit: 3, total: true };
        const found: { readonly id: number; readonly nom: string }[] = [];
        let total: number | null = null;
        for (let after: string | undefined | null; after !== null; ) {
          const page = await service.searchAlgos({ ...wanted, after }, caller);
          found.push(...page.algos);
          total ??= page.total;
          after = page.next;
        }
        const names = found.map(({ nom }) => nom);
        return {
          places: found.map(({ id }) => side.algos.indexOf(id)).sort((one, other) => one - other),
          total,
          isSorted: names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name),
        };
      },
    };
  }),
);

const named = ({ algo, version }: { readonly algo: { readonly nom: string }; readonly version: number }) => ({
  nom: algo.nom,
  version,
});

const copying = picks.map((picks) =>
  onAlgo('copy', picks, (given) => {
    const { model, algo, user } = given;
    const refusal = refusalOf(given, {});
    const { nom } = algo;
    if (refusal === null) model.algos.push(newAlgo(user, nom));
    return {
      expected: refusal ?? { nom, version: 1 },
      async perform({ service, caller, side, id }) {
        const copy = await service.copyAlgo({ id }, caller);
        side.algos.push(copy.algo.id);
        return named(copy);
      },
    };
  }),
);

/** The refusal of a change: by the right, then by the version. */
export function refusalOf(
  { model, algo, user }: OnAlgo,
  forbidden: Readonly<Partial<Record<Right, string>>>,
  isMatch = true,
) {
  const right = model.rightOn(algo, user);
  if (right === null) return Not_found;
  return forbidden[right] ?? (isMatch ? null : Conflict);
}

const versions = (version: number, match: 'no' | 'the' | 'another') =>
  match === 'no' ? {} : { ifVersion: [match === 'the' ? version : version + 1] };

const update = fc.tuple(picks, nom, match).map(([picks, nom, match]) =>
  onAlgo(`update to ${nom}, if ${match} version,`, picks, (given) => {
    const { algo } = given;
    const condition = versions(algo.version, match);
    const refusal = refusalOf(given, { Read: Forbidden_update }, match !== 'another');
    if (refusal === null) Object.assign(algo, { nom, version: algo.version + 1 });
    return {
      expected: refusal ?? { nom, version: algo.version },
      perform: async ({ service, caller, id }) =>
        named(await service.updateAlgo({ id, ...condition, changes: content(nom) }, caller)),
    };
  }),
);

const right = fc.constantFrom<GrantedRight>('Read', 'ReadWrite');

/** Without a new name it is a patch of the rights alone: name and content stay. */
const sharing = fc.tuple(picks, pick, right, fc.option(nom)).map(([picks, other, droits, newName]) =>
  onAlgo(`share as ${newName ?? 'it is'} with user ${other}: ${droits},`, picks, (given) => {
    const { model, algo } = given;
    const nom = newName ?? algo.nom;
    const to = picked(model.users, other);
    const forbidden = { Read: Forbidden_update, ReadWrite: Forbidden_share };
    const isWrong = to.isDeleted || to === algo.owner;
    const refusal = refusalOf(given, forbidden) ?? (isWrong ? Responses.General.Invalid_data : null);
    if (refusal === null) {
      const given: readonly (readonly [ModelUser, GrantedRight])[] = model.refuses(to, algo.owner)
        ? []
        : [[to, droits]];
      Object.assign(algo, { nom, version: algo.version + 1, grants: new Map(given) });
      for (const user of algo.places.keys()) if (user !== to && user !== algo.owner) algo.places.delete(user);
    }
    return {
      expected: refusal ?? { nom, version: algo.version },
      async perform({ service, caller, id, idOf }) {
        const permsAlgorithme = [{ idUtilisateur: idOf(to), droits }];
        if (newName === null) return named(await service.patchAlgo({ id, changes: { permsAlgorithme } }, caller));
        return named(await service.updateAlgo({ id, changes: { ...content(nom), permsAlgorithme } }, caller));
      },
    };
  }),
);

const leaving = picks.map((picks) =>
  onAlgo('leave', picks, (given) => {
    const { algo, user } = given;
    const refusal = refusalOf(given, { Owner: Forbidden_leave });
    if (refusal === null && algo.grants.delete(user)) algo.version += 1;
    if (refusal === null) algo.places.delete(user);
    return {
      expected: refusal ?? 'done',
      perform: ({ service, caller, id }) => service.leaveAlgo({ id }, caller),
    };
  }),
);

const deletion = picks.map((picks) =>
  onAlgo('delete', picks, (given) => {
    const { algo } = given;
    const refusal = refusalOf(given, { Read: Forbidden_delete, ReadWrite: Forbidden_delete });
    if (refusal === null) {
      algo.isDeleted = true;
      algo.waiting.clear();
    }
    return {
      expected: refusal ?? 'done',
      perform: ({ service, caller, id }) => service.deleteAlgo({ id }, caller),
    };
  }),
);

/** What is in the bin comes back with its rights, as the next version. */
const restoring = picks.map((picks) =>
  onAlgo('bring back', picks, (given) => {
    const { model, algo } = given;
    const isRefused = !isInBin(given);
    if (!isRefused) {
      algo.isDeleted = false;
      for (const user of algo.grants.keys()) {
        if (model.refuses(user, algo.owner) && algo.grants.delete(user)) algo.places.delete(user);
      }
      algo.version += 1;
    }
    const { nom, version } = algo;
    return {
      expected: isRefused ? Not_found : { nom, version },
      perform: async ({ service, caller, id }) => named(await service.restoreAlgo({ id }, caller)),
    };
  }),
);

const purging = picks.map((picks) =>
  onAlgo('remove for good', picks, (given) => {
    const isRefused = !isInBin(given);
    if (!isRefused) given.algo.isPurged = true;
    return {
      expected: isRefused ? Not_found : 'done',
      perform: ({ service, caller, id }) => service.purgeAlgo({ id }, caller),
    };
  }),
);

const isInBin = ({ algo, user }: OnAlgo): boolean =>
  algo.isDeleted && algo.isPurged !== true && algo.owner === user && !user.isDeleted;

/** Operations on algorithms; a weight and an operation each. */
export const ALGO_COMMANDS: readonly Weighted[] = [
  { weight: 6, arbitrary: creation },
  { weight: 6, arbitrary: read },
  { weight: 3, arbitrary: list },
  { weight: 3, arbitrary: search },
  { weight: 2, arbitrary: copying },
  { weight: 8, arbitrary: update },
  { weight: 8, arbitrary: sharing },
  { weight: 3, arbitrary: leaving },
  { weight: 6, arbitrary: deletion },
  { weight: 8, arbitrary: restoring },
  { weight: 2, arbitrary: purging },
];
