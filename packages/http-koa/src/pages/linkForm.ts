import { Responses } from '@algotheque/domain';
import { HttpResponses, type MessageId } from '../httpResponses.ts';
import type { Res } from '../responseKinds.ts';
import type { PageView } from '../route.ts';
import { paragraph } from './answerParts.ts';
import { escaped } from './escaped.ts';
import { fieldOf } from './field.ts';
import { pageTexts } from './texts/index.ts';

/** With these answers a person may want a link. */
const WITH_FORM: readonly MessageId[] = [
  HttpResponses.General.Success.Form,
  Responses.User.Invalid_token,
  Responses.General.Missing_data,
  Responses.General.Invalid_data,
];

/** HTML: the form that asks for a link, if one helps; else null. @param path of the route that takes the form, below its group */
export function linkForm(path: '/confirm' | '/recover', answer: Res, view: PageView): string | null {
  if (!WITH_FORM.includes(answer.message)) return null;
  const { base, query, locale, typedEmail = '' } = view;
  const words = pageTexts[locale];
  const typed = typedEmail === '' ? '' : ` value="${escaped(typedEmail)}"`;
  const email = { name: 'email', label: words.email, attributes: `type="email" autocomplete="email"${typed}` } as const;
  return `${paragraph(words.askForLink)}
<form method="post" action="${escaped(base + path + query)}">
${fieldOf(email, answer, words)}
<button>${escaped(words.sendLink)}</button>
</form>`;
}

/** HTML: what to do when a mail was asked for. */
export const mailSteps = ({ locale }: PageView): string => pageTexts[locale].mailSteps.map(paragraph).join('\n');
