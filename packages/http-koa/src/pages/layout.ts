import { createHash } from 'node:crypto';
import type { Locale } from '@algotheque/domain';

const STYLE =
  ':root{color-scheme:light dark;font:100%/1.5 system-ui,sans-serif}' +
  'body{max-width:32rem;margin:4rem auto;padding:0 1rem}' +
  'label,input,button{display:block;font:inherit}' +
  'input{box-sizing:border-box;width:100%;margin:.25rem 0 1rem;padding:.5rem}' +
  'button{padding:.5rem 1rem}';

/**
 * A page may use its own style and send its form to its own origin. Nothing else, and no other page may frame it.
 */
export const PAGE_CSP =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Text escaped for HTML, for an element or a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface PageParts {
  readonly locale: Locale;
  /** The name of the service, as text. */
  readonly name: string;
  /** Text. Beside the name of the service, if it is not that. */
  readonly title: string;
  /** HTML: what the head has besides. */
  readonly head: string;
  /** HTML. */
  readonly body: string;
}

/** A complete page. */
export const htmlPage = ({ locale, name, title, head, body }: PageParts): string =>
  `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title === name ? title : `${title} – ${name}`)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;

/** A complete page in the style of the service. `content` is HTML: what follows the title. */
export const layout = ({ content, ...page }: Omit<PageParts, 'head' | 'body'> & { readonly content: string }): string =>
  htmlPage({
    ...page,
    head: `<style>${STYLE}</style>`,
    body: `<main>\n<h1>${escaped(page.title)}</h1>\n${content}\n</main>`,
  });
