import type { Recorder } from '../recorder.ts';
import type { People } from './accounts.ts';

const nom = 'Euclid';
const sourceCode = { problem: 'greatest common divisor', steps: ['divide', 'take the rest', 'repeat'] };

/**
 * Ada creates two algorithms, shares them with Grace and with an address, and deletes one; Grace reads it and leaves. Ada takes back a
 * version and a deletion.
 */
export async function algorithms(recorder: Recorder, { ada, grace }: People): Promise<void> {
  const json = { ownerId: ada.id, nom, sourceCode };
  await recorder.call('createAlgo', 'POST /api/algos', { ...ada, json });
  await recorder.call('createAlgo', 'POST /api/algos', {
    ...ada,
    json: { ...json, nom: 'Sieve', sourceCode: [2, 3, 5] },
  });
  await recorder.call('createAlgo', 'POST /api/algos', { ...ada, json });
  await recorder.call('createAlgo', 'POST /api/algos', { ...ada, json: { ...json, ownerId: grace.id } });
  await recorder.call('createAlgo', 'POST /api/algos', { ...ada, json: { ...json, sourceCode: 12 } });
  await recorder.call('getAlgo', 'GET /api/algos/1', ada);
  await recorder.call('getAlgo', 'GET /api/algos/1', { ...ada, headers: { 'If-None-Match': '"1"' } });
  await recorder.call('getAlgo', 'GET /api/algos/1', grace);
  await recorder.call('listAlgos', `GET /api/algos/byUserId/${ada.id}?limit=1`, ada);
  await recorder.call('searchAlgos', 'GET /api/algos?role=owner&q=eucl&total=true', ada);
  await recorder.call('exportUser', `GET /api/users/${ada.id}/export`, ada);
  await recorder.call('importAlgos', 'POST /api/algos/import', {
    ...grace,
    json: { nom, dossier: ['Sorting', 'Fast'], sourceCode },
  });
  await recorder.call('importAlgos', 'POST /api/algos/import', { ...grace, json: { nom: 'Al', sourceCode } });
  recorder.later();
  const permsAlgorithme = [{ idUtilisateur: grace.id, droits: 'Read' }];
  const shared = { nom: 'Euclid, shared', sourceCode: { ...sourceCode, steps: ['divide', 'repeat'] }, permsAlgorithme };
  const headers = { 'If-Match': '"1"' };
  await recorder.call('updateAlgo', 'PUT /api/algos/1', { ...ada, headers, json: shared });
  await recorder.call('copyAlgo', 'POST /api/algos/1/copy', { ...grace, json: { nom: 'Euclid, my way' } });
  await recorder.call('updateAlgo', 'PUT /api/algos/1', { ...ada, headers, json: shared });
  await recorder.call('updateAlgo', 'PUT /api/algos/1', { ...grace, json: { nom, sourceCode } });
  await recorder.call('patchAlgo', 'PATCH /api/algos/2', { ...ada, headers, json: { nom: 'Sieve of Eratosthenes' } });
  await recorder.call('patchAlgo', 'PATCH /api/algos/2', { ...ada, headers, json: { sourceCode: [2, 3, 5, 7] } });
  await recorder.call('patchAlgo', 'PATCH /api/algos/2', { ...ada, json: { permsAlgorithme } });
  await recorder.call('patchAlgo', 'PATCH /api/algos/2', { ...grace, json: { nom } });
  const waiting = { email: 'alan@example.org' };
  await recorder.call('shareAlgo', 'POST /api/algos/2/shares', { ...ada, json: { ...waiting, droits: 'Read' } });
  const invitation = recorder.mailedToken();
  await recorder.call('checkInvitation', `GET /api/users/invitation/${invitation}`);
  await recorder.call('refusalForm', `GET /api/users/invitation/refuse/${invitation}`);
  await recorder.call('refuseInvitations', `POST /api/users/invitation/refuse/${invitation}`);
  await recorder.call('shareAlgo', 'POST /api/algos/2/shares', {
    ...ada,
    json: { idUtilisateur: grace.id, droits: 'ReadWrite' },
  });
  await recorder.call('shareAlgo', 'POST /api/algos/2/shares', { ...grace, json: { ...waiting, droits: 'Read' } });
  await recorder.call('listShares', 'GET /api/algos/2/shares', ada);
  await recorder.call('listShares', 'GET /api/algos/2/shares', grace);
  await recorder.call('endWaitingShare', 'DELETE /api/algos/2/shares', { ...ada, json: waiting });
  await recorder.call('endWaitingShare', 'DELETE /api/algos/2/shares', { ...ada, json: waiting });
  await recorder.call('endShare', `DELETE /api/algos/2/shares/${grace.id}`, ada);
  await recorder.call('endShare', `DELETE /api/algos/2/shares/${grace.id}`, ada);
  await recorder.call('shareAlgo', 'POST /api/algos/2/shares', { ...ada, json: { ...waiting, droits: 'Read' } });
  await recorder.call('acceptInvitation', `POST /api/users/invitation/${invitation}`, grace);
  await recorder.call('deleteAlgo', 'DELETE /api/algos/1', grace);
  await recorder.call('leaveAlgo', 'DELETE /api/algos/1/droits', ada);
  await recorder.call('leaveAlgo', 'DELETE /api/algos/1/droits', grace);
  await recorder.call('leaveOwner', `DELETE /api/algos/byUserId/${ada.id}/droits?refuse=true`, grace);
  await recorder.call('leaveOwner', `DELETE /api/algos/byUserId/${ada.id}/droits`, ada);
  await recorder.call('deleteAlgo', 'DELETE /api/algos/1', { ...ada, headers });
  await recorder.call('deleteAlgo', 'DELETE /api/algos/1', ada);
  await recorder.call('listBin', 'GET /api/algos/bin', ada);
  await recorder.call('restoreAlgo', 'POST /api/algos/bin/1/restore', grace);
  await recorder.call('restoreAlgo', 'POST /api/algos/bin/1/restore', ada);
  await recorder.call('listVersions', 'GET /api/algos/1/versions', ada);
  await recorder.call('getVersion', 'GET /api/algos/1/versions/1', ada);
  await recorder.call('getVersion', 'GET /api/algos/1/versions/9', ada);
  await recorder.call('restoreVersion', 'POST /api/algos/1/versions/1/restore', { ...ada, headers });
  await recorder.call('restoreVersion', 'POST /api/algos/1/versions/1/restore', ada);
  await recorder.call('deleteAlgo', 'DELETE /api/algos/1', ada);
  await recorder.call('purgeAlgo', 'DELETE /api/algos/bin/1', ada);
  await recorder.call('emptyBin', 'DELETE /api/algos/bin', ada);
}
