import type { FailureCode } from '@algotheque/client';

type ByCode = Readonly<Partial<Record<FailureCode, string>>>;

const RELOAD = 'Load the page again.';
const ASK_OWNER = 'Ask the owner.';
const OTHER_FOLDER = 'Choose another folder.';

/** In place of texts of the service that speak to programs. */
const instead: ByCode = {
  'Responses.General.Malformed_json': 'This is no JSON.',
  'Responses.General.Malformed_zip': 'This is no ZIP that can be read.',
  'Responses.General.Payload_too_large': 'This is too large.',
  'Responses.General.Unsupported_media_type': 'This is of a kind that is not taken.',
  'Responses.General.Method_not_allowed': 'The service does not do this.',
  'Responses.General.Foreign_page': 'The service takes changes from its own pages only.',
};

/** What to do next, where the text of the service does not say it. */
const next: ByCode = {
  'Responses.General.Internal_error': 'Try again.',
  'Responses.General.Malformed_json': 'Mend it, and try again.',
  'Responses.General.Malformed_zip': 'Make it anew, or unpack it and upload its files.',
  'Responses.General.Payload_too_large': 'Make it smaller, or cut it into several ones.',
  'Responses.General.Unsupported_media_type': 'Take a JSON file or a ZIP.',
  'Responses.General.Method_not_allowed': RELOAD,
  'Responses.General.Not_found': RELOAD,
  'Responses.General.Foreign_page': 'Open this page at the address of the service.',
  'Responses.User.Email_already_exists': 'Log in with it, or choose a new password if you forgot yours.',
  'Responses.User.Not_found': 'The account was perhaps deleted. Go back to the list.',
  'Responses.User.Already_confirmed': 'There is nothing left to do.',
  'Responses.User.Invalid_credentials': 'Check both, or choose “Forgot your password?”.',
  'Responses.User.Not_verified': 'Open the link in the mail that you got.',
  'Responses.User.Forbidden': RELOAD,
  'Responses.User.Wrong_password': 'Type it again. If you forgot it: “Forgot your password?” is at the login.',
  'Responses.User.Session_not_found': RELOAD,
  'Responses.Algo.Forbidden_update': 'Copy it to change the copy, or ask the owner for the right.',
  'Responses.Algo.Forbidden_share': ASK_OWNER,
  'Responses.Algo.Forbidden_delete': ASK_OWNER,
  'Responses.Algo.Invalid': 'Paste it into a new algorithm: the editor marks what is wrong.',
  'Responses.Algo.Not_found': 'Yours may be in the bin; ask the owner about one that was shared with you.',
  'Responses.Algo.Conflict': `${RELOAD} Then try again.`,
  'Responses.Algo.Version_not_found': `${RELOAD} Then choose another one.`,
  'Responses.Algo.Share_not_found': RELOAD,
  'Responses.Algo.Too_many_shares': 'Withdraw the right of somebody first.',
  'Responses.Folder.Not_found': 'It was perhaps deleted. Go back to the list, and choose another one.',
  'Responses.Folder.Name_taken': 'Choose another name.',
  'Responses.Folder.Too_deep': OTHER_FOLDER,
  'Responses.Folder.Quota_exceeded': 'Delete a folder first.',
  'Responses.Folder.Cycle': OTHER_FOLDER,
  'Responses.Folder.Not_empty': 'Move or delete what is in it first.',
  'Responses.Folder.Conflict': `${RELOAD} Then try again.`,
  'Responses.Admin.Forbidden': 'The operator can give you the right.',
  'Responses.Admin.Mail_not_found': 'Choose “Read again” to see which ones there are.',
  'Responses.Admin.Mail_being_sent': 'Wait a moment, then choose “Read again”.',
  'Client.Timed_out': 'If you were changing something, look first whether it was done. Then try again.',
  'Client.Too_large': 'Tell the operator.',
  'Client.Not_understood': RELOAD,
};

/** What a person reads of failures beside the texts of the service. */
export const failuresEn = { instead, next };
