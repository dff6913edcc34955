import * as v from 'valibot';
import { folderName, nom } from '../inputs/name.ts';
import { rule } from '../inputs/text.ts';
import { saying } from '../inputs/violation.ts';
import { MOST_PARTS } from './importFile.ts';

/** The number of names is bounded before any of them is looked at. */
const Dossier = v.pipe(
  v.array(v.unknown(), rule('type')),
  v.maxLength(MOST_PARTS, saying('max_length', `has more than ${MOST_PARTS} folders`)),
  v.array(folderName),
);
/** What a folder of an import is called, from the top. */
export const FolderNames = v.object({ dossier: Dossier });
/** What an algorithm of an import is called, and its folders. */
export const AlgoNames = v.object({ nom, dossier: Dossier });
