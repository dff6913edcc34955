import type { failuresEn } from './failuresEn.ts';

type ByCode = (typeof failuresEn)['next'];

const RELOAD = 'Rechargez la page.';
const ASK_OWNER = 'Adressez-vous au propriétaire.';
const OTHER_FOLDER = 'Choisissez un autre dossier.';

const instead: ByCode = {
  'Responses.General.Malformed_json': 'Ce n’est pas du JSON.',
  'Responses.General.Malformed_zip': 'Ce n’est pas un ZIP lisible.',
  'Responses.General.Payload_too_large': 'C’est trop volumineux.',
  'Responses.General.Unsupported_media_type': 'Ce type de fichier n’est pas accepté.',
  'Responses.General.Method_not_allowed': 'Le service ne sait pas faire cela.',
  'Responses.General.Foreign_page': 'Le service n’accepte de modifications que de ses propres pages.',
};

const next: ByCode = {
  'Responses.General.Internal_error': 'Réessayez.',
  'Responses.General.Malformed_json': 'Corrigez-le, puis réessayez.',
  'Responses.General.Malformed_zip': 'Recréez-le, ou décompressez-le et importez ses fichiers.',
  'Responses.General.Payload_too_large': 'Réduisez-le, ou divisez-le en plusieurs.',
  'Responses.General.Unsupported_media_type': 'Choisissez un fichier JSON ou un ZIP.',
  'Responses.General.Method_not_allowed': RELOAD,
  'Responses.General.Not_found': RELOAD,
  'Responses.General.Foreign_page': 'Ouvrez cette page à l’adresse du service.',
  'Responses.User.Email_already_exists':
    'Connectez-vous avec elle, ou choisissez un nouveau mot de passe si vous avez oublié le vôtre.',
  'Responses.User.Not_found': 'Le compte a peut-être été supprimé. Revenez à la liste.',
  'Responses.User.Already_confirmed': 'Il n’y a plus rien à faire.',
  'Responses.User.Invalid_credentials': 'Vérifiez les deux, ou choisissez «\u00a0Mot de passe oublié\u00a0?\u00a0».',
  'Responses.User.Not_verified': 'Ouvrez le lien du message que vous avez reçu.',
  'Responses.User.Forbidden': RELOAD,
  'Responses.User.Wrong_password':
    'Saisissez-le de nouveau. Si vous l’avez oublié, «\u00a0Mot de passe oublié\u00a0?\u00a0» se trouve à la connexion.',
  'Responses.User.Session_not_found': RELOAD,
  'Responses.Algo.Forbidden_update': 'Copiez-le pour modifier la copie, ou demandez le droit au propriétaire.',
  'Responses.Algo.Forbidden_share': ASK_OWNER,
  'Responses.Algo.Forbidden_delete': ASK_OWNER,
  'Responses.Algo.Invalid': 'Collez-le dans un nouvel algorithme\u00a0: l’éditeur signale ce qui ne va pas.',
  'Responses.Algo.Not_found':
    'S’il est à vous, il est peut-être dans la corbeille\u00a0; s’il était partagé avec vous, adressez-vous au propriétaire.',
  'Responses.Algo.Conflict': `${RELOAD} Réessayez ensuite.`,
  'Responses.Algo.Version_not_found': `${RELOAD} Choisissez-en ensuite une autre.`,
  'Responses.Algo.Share_not_found': RELOAD,
  'Responses.Algo.Too_many_shares': 'Retirez d’abord le droit de quelqu’un.',
  'Responses.Folder.Not_found': 'Il a peut-être été supprimé. Revenez à la liste, et choisissez-en un autre.',
  'Responses.Folder.Name_taken': 'Choisissez un autre nom.',
  'Responses.Folder.Too_deep': OTHER_FOLDER,
  'Responses.Folder.Quota_exceeded': 'Supprimez d’abord un dossier.',
  'Responses.Folder.Cycle': OTHER_FOLDER,
  'Responses.Folder.Not_empty': 'Déplacez ou supprimez d’abord ce qu’il contient.',
  'Responses.Folder.Conflict': `${RELOAD} Réessayez ensuite.`,
  'Responses.Admin.Forbidden': 'L’équipe du service peut vous donner ce droit.',
  'Responses.Admin.Mail_not_found': 'Choisissez «\u00a0Actualiser\u00a0» pour voir ceux qui restent.',
  'Responses.Admin.Mail_being_sent': 'Patientez un instant, puis choisissez «\u00a0Actualiser\u00a0».',
  'Client.Timed_out': 'Si vous faisiez une modification, vérifiez d’abord si elle a été faite. Réessayez ensuite.',
  'Client.Too_large': 'Signalez-le à l’équipe du service.',
  'Client.Not_understood': RELOAD,
};

export const failuresFr: typeof failuresEn = { instead, next };
