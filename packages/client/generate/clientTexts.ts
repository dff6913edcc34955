import type { ClientCode } from '../src/operationTypes.ts';

/** Texts for the failures that only the client has. */
export const clientTexts: Readonly<Record<'en' | 'fr', Readonly<Record<ClientCode, string>>>> = {
  en: {
    'Client.Unreachable': 'The service cannot be reached. Please check your connection.',
    'Client.Aborted': 'The request was stopped.',
    'Client.Timed_out': 'The service did not answer in time.',
    'Client.Cut_off': 'The connection ended too early. Please try again.',
    'Client.Too_large': 'The answer of the service is too large.',
    'Client.Not_modified': 'Nothing has changed.',
    'Client.Not_understood': 'The answer was not understood.',
  },
  fr: {
    'Client.Unreachable': 'Le service est injoignable. Vérifiez votre connexion.',
    'Client.Aborted': 'La requête a été arrêtée.',
    'Client.Timed_out': 'Le service n’a pas répondu à temps.',
    'Client.Cut_off': 'La connexion a été coupée. Veuillez réessayer.',
    'Client.Too_large': 'La réponse du service est trop grande.',
    'Client.Not_modified': 'Rien n’a changé.',
    'Client.Not_understood': 'La réponse n’a pas été comprise.',
  },
};
