import type { ErrorCode, ResponseId } from '@algotheque/domain';

/**
 * Identifiers that only HTTP has: errors of the pipeline, and the answers of the probes and of the pages that only have a form.
 * Stable, as the domain's are.
 */
export const HttpResponses = {
  General: {
    Malformed_json: 'Responses.General.Malformed_json',
    Payload_too_large: 'Responses.General.Payload_too_large',
    Unsupported_media_type: 'Responses.General.Unsupported_media_type',
    Method_not_allowed: 'Responses.General.Method_not_allowed',
    Not_found: 'Responses.General.Not_found',
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

/** Every identifier that an answer can have. */
export type MessageId = ResponseId | HttpErrorCode | HttpSuccessId;
/** Every identifier of a failure. */
export type FailureId = ErrorCode | HttpErrorCode;
