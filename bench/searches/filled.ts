import { type Algorithm, createService, type Ports, type Service } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';

/** What is measured; all else is in memory. */
export type Stored = Pick<Ports, 'users' | 'outbox' | 'algos' | 'folders' | 'sessionStore' | 'limiter' | 'deletions'>;

interface Question {
  readonly title: string;
  readonly query: Parameters<Service['searchAlgos']>[0];
}

export interface Searching {
  /** Searches; resolves to the number of records of the page. */
  search(question: Question): Promise<number>;
}

/** `one`: a word of a single name; `some`: one of about twenty names; `half` and `other`: each of every second name. */
const WORDS = { common: 'tri', one: 'numero000501', some: 'motaaac', half: 'pair', other: 'impair' };

const of = (title: string, query: Question['query']): Question => ({ title, query });

export const QUESTIONS: readonly Question[] = [
  of('own, by name', { role: 'owner' }),
  of('own, last change first', { role: 'owner', sort: '-dateModification' }),
  of('own and shared, by name', {}),
  of('own, in a folder', { role: 'owner', dossierId: 2 }),
  of('own, `q`: a word of one name', { role: 'owner', q: WORDS.one }),
  of('own, `q`: a word of twenty names', { role: 'owner', q: WORDS.some }),
  of('own, `q`: the same and a word of all names', { role: 'owner', q: `${WORDS.common} ${WORDS.some}` }),
  of('own, `q`: a word of all names', { role: 'owner', q: WORDS.common }),
  of('own, `q`: a word of half of the names', { role: 'owner', q: WORDS.half }),
  of('own, `q`: two words, no name has both', { role: 'owner', q: `${WORDS.half} ${WORDS.other}` }),
  of('own and shared, `q`: a word of twenty names', { q: WORDS.some }),
  of('own and shared, `q`: a word of half of the names', { q: WORDS.half }),
];

const NAMES_OF_A_WORD = 20;
const FOLDERS = 50;
/** For so many own algorithms there is one that another user shares. */
const OWN_FOR_ONE_SHARED = 10;
const AT_ONCE = 500;
const PASSWORD = 'correct horse battery';

/** A user with so many algorithms, and a tenth more of another user. Only their records: no search reads a content. */
export async function filled(stored: Stored, count: number): Promise<Searching> {
  const { users, outbox, algos, folders, sessionStore, limiter, deletions } = stored;
  const ports = { ...memoryPorts(), users, outbox, algos, folders, sessionStore, limiter, deletions };
  const service = createService(ports, { policy: { limits: null } });
  const [owner, other] = [await person(service, 'owner'), await person(service, 'other')];
  for (let number = 0; number < FOLDERS; number += 1) {
    await service.createFolder({ folder: { nom: `folder ${number}` } }, owner);
  }
  const people = { owner: owner.user.id, other: other.user.id };
  const all = count + Math.ceil(count / OWN_FOR_ONE_SHARED);
  for (let start = 0; start < all; start += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, all - start) }, (_, index) => start + index);
    await Promise.all(
      numbers.map(async (number) => algos.insert({ ...algo(number, count, people), id: await algos.nextId() })),
    );
  }
  return { search: async ({ query }) => (await service.searchAlgos(query, owner)).algos.length };
}

async function person(service: Service, name: string) {
  const email = `${name}@example.org`;
  await service.registerUser({ email, password: PASSWORD, pseudo: name });
  const { token } = await service.login({ email, password: PASSWORD });
  return service.authenticate(token);
}

function algo(
  number: number,
  count: number,
  { owner, other }: { readonly owner: number; readonly other: number },
): Omit<Algorithm, 'id' | 'version'> {
  const isShared = number >= count;
  const date = 1_767_225_600_000 + ((number * 7_919) % count) * 1_000;
  const digits = String(number).padStart(6, '0'); // so that no number begins with another one
  const half = number % 2 === 0 ? WORDS.half : WORDS.other;
  const word = wordAt(number % Math.ceil(count / NAMES_OF_A_WORD));
  return {
    nom: `${word} ${half}, Tri rapide numero${digits}`,
    dateCreation: date,
    dateModification: date,
    dateSource: date,
    ownerId: isShared ? other : owner,
    modifiedBy: isShared ? other : owner,
    permsAlgorithme: isShared ? [{ idUtilisateur: owner, droits: 'Read', date }] : [],
    ref: `bench-${digits}-${digits.padStart(64, '0')}`,
    contentBytes: 1_000,
    waiting: [],
    places: [{ idUtilisateur: owner, dossierId: 1 + (number % FOLDERS) }],
  };
}

/** `motaaaa`, `motaaab`, …: none begins with another one. */
function wordAt(number: number): string {
  let [letters, rest] = ['', number];
  for (let length = 0; length < 4; length += 1) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
    rest = Math.floor(rest / 26);
  }
  return `mot${letters}`;
}
