import type { ErrorCode, Locale, ResponseId } from '@algotheque/domain';
import { texts } from '@algotheque/domain/texts';

/** Identifiers that only HTTP has. Stable, as the domain's are. */
export const HttpResponses = {
  General: {
    Malformed_json: 'Responses.General.Malformed_json',
    Malformed_zip: 'Responses.General.Malformed_zip',
    Payload_too_large: 'Responses.General.Payload_too_large',
    Unsupported_media_type: 'Responses.General.Unsupported_media_type',
    Method_not_allowed: 'Responses.General.Method_not_allowed',
    Not_found: 'Responses.General.Not_found',
    Foreign_page: 'Responses.General.Foreign_page',
    Https_needed: 'Responses.General.Https_needed',
    Success: {
      Alive: 'Responses.General.Success.Alive',
      Ready: 'Responses.General.Success.Ready',
      Form: 'Responses.General.Success.Form',
    },
  },
} as const;

type General = (typeof HttpResponses)['General'];

export type HttpSuccessId = General['Success'][keyof General['Success']];
export type HttpErrorCode = Exclude<General[keyof General], General['Success']>;

export type MessageId = ResponseId | HttpErrorCode | HttpSuccessId;
export type FailureId = ErrorCode | HttpErrorCode;

type HttpTexts = Readonly<Record<HttpErrorCode | HttpSuccessId, string>>;

const en: HttpTexts = {
  'Responses.General.Malformed_json': 'The body is not valid JSON.',
  'Responses.General.Malformed_zip': 'The body is not a valid ZIP.',
  'Responses.General.Payload_too_large': 'The body is too large.',
  'Responses.General.Unsupported_media_type': 'The body has a type that is not understood.',
  'Responses.General.Method_not_allowed': 'This address does not take this method.',
  'Responses.General.Not_found': 'There is nothing at this address.',
  'Responses.General.Foreign_page': 'With a session in a cookie, only pages of this service can do that.',
  'Responses.General.Https_needed':
    'Your browser keeps the session only if you open the https address of this service.',
  'Responses.General.Success.Alive': 'The service is running.',
  'Responses.General.Success.Ready': 'The service is ready.',
  'Responses.General.Success.Form': 'This address has a form for people.',
};

const fr: HttpTexts = {
  'Responses.General.Malformed_json': 'Le corps de la requête n’est pas du JSON valide.',
  'Responses.General.Malformed_zip': 'Le corps de la requête n’est pas une archive ZIP valide.',
  'Responses.General.Payload_too_large': 'Le corps de la requête est trop grand.',
  'Responses.General.Unsupported_media_type': 'Le type du corps de la requête n’est pas pris en charge.',
  'Responses.General.Method_not_allowed': 'Cette adresse n’accepte pas cette méthode.',
  'Responses.General.Not_found': 'Il n’y a rien à cette adresse.',
  'Responses.General.Foreign_page':
    'Avec une session dans un cookie, seules les pages de ce service peuvent faire cela.',
  'Responses.General.Https_needed':
    'Votre navigateur ne garde la session que si vous ouvrez l’adresse https de ce service.',
  'Responses.General.Success.Alive': 'Le service fonctionne.',
  'Responses.General.Success.Ready': 'Le service est prêt.',
  'Responses.General.Success.Form': 'Il y a un formulaire à cette adresse.',
};

/** Human texts for HTTP's own identifiers, by language; the domain's are in `@algotheque/domain/texts`. */
export const httpTexts: Readonly<Record<Locale, HttpTexts>> = { en, fr };

export function textOf(message: MessageId, locale: Locale): string {
  const all: Readonly<Record<MessageId, string>> = { ...texts[locale], ...httpTexts[locale] };
  return all[message];
}

export type Headers = Readonly<Record<string, string>>;
