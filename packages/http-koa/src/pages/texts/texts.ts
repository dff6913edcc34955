import type { EmailOfToken, Rule } from '@algotheque/domain';

/** What the state of a page is called, beside its sign and its colour. */
export type OutcomeState = 'done' | 'note' | 'problem';

/** The rules that a field of a form can violate. */
export type FieldRule = Extract<
  Rule,
  'required' | 'min_length' | 'max_length' | 'email' | 'control_character' | 'common_password'
>;

export type LinkName = 'reference' | 'openapi' | 'health' | 'ready';

/** The texts of pages that do not come from the service's messages. */
export interface PageTexts {
  /** The name of the language in itself. */
  readonly language: string;
  /** What the links to other languages are called. */
  readonly languages: string;
  readonly states: Readonly<Record<OutcomeState, string>>;
  readonly confirmTitle: string;
  readonly recoverTitle: string;
  readonly errorTitle: (status: number) => string;
  readonly email: string;
  readonly sendLink: string;
  /** What the form for a link is for. */
  readonly askForLink: string;
  /** What to do when a mail was asked for. */
  readonly mailSteps: readonly string[];
  /** What a confirmed address is good for. */
  readonly afterConfirmation: string;
  readonly changeEmailTitle: string;
  /** What the button does: gives the account of `pseudo` the address `adresseMail`. */
  readonly askChangeEmail: (link: EmailOfToken) => string;
  readonly changeEmail: string;
  readonly afterEmailChange: string;
  /** What to do if the link is invalid: it may have been used. */
  readonly changeEmailAgain: string;
  /** What has happened if the link of such a page is invalid. */
  readonly linkVoid: string;
  readonly emailBackTitle: string;
  readonly askEmailBack: (link: EmailOfToken) => string;
  readonly takeEmailBack: string;
  readonly afterEmailBack: string;
  readonly emailBackAgain: string;
  readonly newPassword: string;
  readonly passwordHint: string;
  /** The links between the form that shows what is typed and the one that hides it. */
  readonly showTyped: string;
  readonly hideTyped: string;
  /** What a new password has done besides. */
  readonly afterReset: string;
  /** After the reset of an account that was never confirmed before: what to look at. */
  readonly lookThrough: string;
  readonly rules: Readonly<Record<FieldRule, string>>;
  /** Before what is wrong, with its colon. */
  readonly problemLabel: string;
  /** For a field that violates another rule. */
  readonly otherRule: string;
  readonly save: string;
  /** Before the names of fields that are missing, and of those that are wrong, with their colon. */
  readonly missing: string;
  readonly wrong: string;
  /** The link to the front end. */
  readonly goOn: string;
  /** The link to the start page. */
  readonly goHome: string;
  /** How long to wait. */
  readonly tryAgainIn: (seconds: number) => string;
  /** Before the id of a request, which the log has. */
  readonly requestId: string;
  /** What the service is for. */
  readonly purpose: string;
  readonly version: string;
  /** Of the links of the start page, by their names in its JSON. */
  readonly links: Readonly<Record<LinkName, string>>;
  readonly referenceTitle: string;
  /** How to try a route. HTML. */
  readonly tryRoute: string;
  readonly needsScript: string;
}
