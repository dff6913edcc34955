import { OPERATIONS, Responses } from '@algotheque/domain';
import * as v from 'valibot';
import type { Page, PageView } from '../route.ts';
import { type Content, pageOf } from './pageOf.ts';
import { escaped, outcomeOfVoidLink, paragraph } from './parts.ts';

const { Success } = Responses.User;

const addressIn: (data: unknown) => string = (data) => v.parse(OPERATIONS.checkInvitation.output, data).adresseMail;

/** The page of the link in an invitation says what is next: a page has no session, so it cannot give anything itself. */
export const invitationPage: Page['render'] = pageOf(
  (words) => words.invitation.title,
  {
    [Success.Invitation_valid]: ({ data }, view, words) => {
      const steps = words.invitation.steps(addressIn(data)).map((step) => `<li>${escaped(step)}</li>`);
      return `<ol>
${steps.join('\n')}
</ol>
<p class="action"><a href="${escaped(docsOf(view))}">${escaped(words.links.reference)}</a></p>`;
    },
  },
  outcomeOfVoidLink,
);

const docsOf = ({ home }: PageView): string => `${home.replace(/\/$/, '')}/docs`;

const askToRefuse: Content = ({ data }, _view, words) => `${paragraph(words.refusal.ask(addressIn(data)))}
<form method="post">
<button>${escaped(words.refusal.button)}</button>
</form>`;

/** The page of the link by which an address gets no more invitations, and its result. */
export const refusalPage: Page['render'] = pageOf(
  (words) => words.refusal.title,
  {
    [Success.Invitation_valid]: askToRefuse,
    [Success.Invitations_refused]: (_answer, _view, words) => paragraph(words.refusal.after),
  },
  (answer, view) => (answer.message === Success.Invitation_valid ? {} : outcomeOfVoidLink(answer, view)),
);
