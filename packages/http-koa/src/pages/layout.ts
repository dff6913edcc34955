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

/** A complete page. `content` is HTML; the title is text. */
export const layout = (locale: Locale, title: string, content: string): string =>
  `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} – Algotheque</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
