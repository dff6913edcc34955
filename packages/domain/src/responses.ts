/**
 * The catalogue of message identifiers. Answers carry the identifier and clients switch on it; the human texts are
 * in `@algotheque/domain/texts`, one catalogue per language. Identifiers are stable.
 */
export const Responses = {
  General: {
    Missing_data: 'Responses.General.Missing_data',
    Invalid_data: 'Responses.General.Invalid_data',
    Unauthorized: 'Responses.General.Unauthorized',
    Too_many_requests: 'Responses.General.Too_many_requests',
    Unavailable: 'Responses.General.Unavailable',
    Internal_error: 'Responses.General.Internal_error',
  },
  User: {
    Email_already_exists: 'Responses.User.Email_already_exists',
    Invalid_token: 'Responses.User.Invalid_token',
    Not_found: 'Responses.User.Not_found',
    Already_confirmed: 'Responses.User.Already_confirmed',
    Invalid_credentials: 'Responses.User.Invalid_credentials',
    Not_verified: 'Responses.User.Not_verified',
    Forbidden: 'Responses.User.Forbidden',
    Wrong_password: 'Responses.User.Wrong_password',
    Session_not_found: 'Responses.User.Session_not_found',
    Email_changed_too_often: 'Responses.User.Email_changed_too_often',
    Success: {
      Created: 'Responses.User.Success.Created',
      Confirmed: 'Responses.User.Success.Confirmed',
      Confirmation_sent: 'Responses.User.Success.Confirmation_sent',
      Logged_in: 'Responses.User.Success.Logged_in',
      Logged_out: 'Responses.User.Success.Logged_out',
      Recovery_sent: 'Responses.User.Success.Recovery_sent',
      Token_valid: 'Responses.User.Success.Token_valid',
      Password_reset: 'Responses.User.Success.Password_reset',
      Found: 'Responses.User.Success.Found',
      Updated: 'Responses.User.Success.Updated',
      Deleted: 'Responses.User.Success.Deleted',
      Sessions_listed: 'Responses.User.Success.Sessions_listed',
      Session_ended: 'Responses.User.Success.Session_ended',
      Sessions_ended: 'Responses.User.Success.Sessions_ended',
      Email_change_sent: 'Responses.User.Success.Email_change_sent',
      Email_change_valid: 'Responses.User.Success.Email_change_valid',
      Email_changed: 'Responses.User.Success.Email_changed',
      Email_back_valid: 'Responses.User.Success.Email_back_valid',
      Email_taken_back: 'Responses.User.Success.Email_taken_back',
      Exported: 'Responses.User.Success.Exported',
      Invitation_valid: 'Responses.User.Success.Invitation_valid',
      Invitation_accepted: 'Responses.User.Success.Invitation_accepted',
      Invitations_refused: 'Responses.User.Success.Invitations_refused',
    },
  },
  Algo: {
    Forbidden_create: 'Responses.Algo.Forbidden_create',
    Forbidden_update: 'Responses.Algo.Forbidden_update',
    Forbidden_share: 'Responses.Algo.Forbidden_share',
    Forbidden_delete: 'Responses.Algo.Forbidden_delete',
    Forbidden_leave: 'Responses.Algo.Forbidden_leave',
    Invalid: 'Responses.Algo.Invalid',
    Quota_exceeded: 'Responses.Algo.Quota_exceeded',
    Not_found: 'Responses.Algo.Not_found',
    Conflict: 'Responses.Algo.Conflict',
    Version_not_found: 'Responses.Algo.Version_not_found',
    Share_not_found: 'Responses.Algo.Share_not_found',
    Too_many_shares: 'Responses.Algo.Too_many_shares',
    Success: {
      Created: 'Responses.Algo.Success.Created',
      Found: 'Responses.Algo.Success.Found',
      Listed: 'Responses.Algo.Success.Listed',
      Updated: 'Responses.Algo.Success.Updated',
      Deleted: 'Responses.Algo.Success.Deleted',
      Left: 'Responses.Algo.Success.Left',
      Owner_left: 'Responses.Algo.Success.Owner_left',
      Moved: 'Responses.Algo.Success.Moved',
      Imported: 'Responses.Algo.Success.Imported',
      Versions_listed: 'Responses.Algo.Success.Versions_listed',
      Version_found: 'Responses.Algo.Success.Version_found',
      Version_restored: 'Responses.Algo.Success.Version_restored',
      Bin_listed: 'Responses.Algo.Success.Bin_listed',
      Restored: 'Responses.Algo.Success.Restored',
      Purged: 'Responses.Algo.Success.Purged',
      Bin_emptied: 'Responses.Algo.Success.Bin_emptied',
      Shared: 'Responses.Algo.Success.Shared',
      Shares_listed: 'Responses.Algo.Success.Shares_listed',
      Share_ended: 'Responses.Algo.Success.Share_ended',
    },
  },
  Folder: {
    Not_found: 'Responses.Folder.Not_found',
    Name_taken: 'Responses.Folder.Name_taken',
    Too_deep: 'Responses.Folder.Too_deep',
    Quota_exceeded: 'Responses.Folder.Quota_exceeded',
    Cycle: 'Responses.Folder.Cycle',
    Not_empty: 'Responses.Folder.Not_empty',
    Conflict: 'Responses.Folder.Conflict',
    Success: {
      Listed: 'Responses.Folder.Success.Listed',
      Created: 'Responses.Folder.Success.Created',
      Updated: 'Responses.Folder.Success.Updated',
      Deleted: 'Responses.Folder.Success.Deleted',
    },
  },
} as const;

type Leaves<Tree> = Tree extends string ? Tree : { [Key in keyof Tree]: Leaves<Tree[Key]> }[keyof Tree];

/** Every identifier of the catalogue, successes and failures. */
export type ResponseId = Leaves<typeof Responses>;

/** A text for every identifier: one that lacks its text does not compile. */
export type Texts = Readonly<Record<ResponseId, string>>;

/** Identifiers of success: the message of an operation that did its work. */
export type SuccessId = Leaves<(typeof Responses)['User' | 'Algo' | 'Folder']['Success']>;

/** Identifiers of failure: the only values that `DomainError.code` takes. */
export type ErrorCode = Exclude<ResponseId, SuccessId>;
