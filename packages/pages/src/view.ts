import type { Locale } from '@algotheque/domain';
import type { Headers, MessageId } from './messages.ts';
import type { PageStyle } from './style.ts';
import type { OutcomeState } from './texts.ts';

/** The answer that a page shows. */
export interface PageAnswer {
  readonly status: number;
  readonly message: MessageId;
  readonly data: unknown;
  readonly headers: Headers;
}

export interface PageView {
  readonly locale: Locale;
  /** `?lang=fr` if the address of the page names its language, else empty: links and forms of the page keep it. */
  readonly query: string;
  /** The prefix of the route's group, after the path of the mount. */
  readonly base: string;
  /** The address of the start page. */
  readonly home: string;
  /** Whether a browser can ask for the same page again, in another language. */
  readonly canReload: boolean;
  /** Whether a password is seen while it is typed. */
  readonly showsTyped: boolean;
  readonly options: {
    /** The name of the service. */
    readonly name: string;
    readonly style: PageStyle;
    /** Where pages lead on to. */
    readonly appUrl?: string;
    /** Whether `/docs` describes the routes. */
    readonly docs: boolean;
  };
  /** The token in the address of the page. */
  readonly token?: string;
  /** What the form had in its field `email`. */
  readonly typedEmail?: string;
}

export interface Outcome {
  readonly state: OutcomeState;
  readonly text: string;
}

export interface PageContent {
  /** Text: the heading. */
  readonly title: string;
  /** What has happened, before the content. A page that only asks for something has none. */
  readonly outcome?: Outcome;
  /** HTML: what follows the heading and the outcome. */
  readonly content: string;
}

export type Render = (answer: PageAnswer, view: PageView) => PageContent;
