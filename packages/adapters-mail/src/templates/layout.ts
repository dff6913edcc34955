const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** What differs in the dark. Mail programs that know no `prefers-color-scheme` use the inline styles, or colours of their own. */
const DARK = `.page{background:#14161a!important}
.card{background:#1f232b!important;border-color:#353b46!important}
.rule{border-top-color:#353b46!important}
.text,.title{color:#e8eaee!important}
.quiet{color:#a9b0bd!important}
.link{color:#8ab4ff!important}
.button,.button a{background:#8ab4ff!important;color:#10131a!important}`;

/**
 * The page of every mail. Its placeholders: `lang`, `subject` and `name` as text, `content` as HTML. No images, and nothing is
 * loaded. Styles are inline, because some mail programs remove the one in the head.
 */
export const LAYOUT = `<!DOCTYPE html>
<html lang="{{lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${DARK}
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7">
<div class="page" lang="{{lang}}" style="padding:24px 12px;background:#f4f5f7;font:16px/1.5 ${FONT}">
<div class="card" style="max-width:480px;margin:0 auto;padding:24px;border:1px solid #dfe2e8;border-radius:12px;background:#ffffff;word-break:break-word;overflow-wrap:anywhere">
<p class="quiet" style="margin:0 0 16px;color:#5b6270;font-weight:bold">{{name}}</p>
<h1 class="title" style="margin:0 0 16px;color:#1f2430;font-size:22px;line-height:1.3">{{subject}}</h1>
{{content}}
</div>
</div>
</body>
</html>
`;

/** A text as HTML, for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

export const paragraph = (text: string): string =>
  `<p class="text" style="margin:0 0 16px;color:#1f2430">${escapeHtml(text)}</p>`;

/** A paragraph that matters less. */
export const quietParagraph = (text: string): string => quiet(escapeHtml(text));

const quiet = (html: string): string =>
  `<p class="quiet" style="margin:0 0 8px;color:#5b6270;font-size:14px">${html}</p>`;

/** Between what a mail says and the small print. */
export const RULE = '<hr class="rule" style="margin:24px 0 16px;border:0;border-top:1px solid #dfe2e8">';

/** The button of a mail. The cell has the colour too, because some mail programs show no padding of links. */
export const button = (link: string, words: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>
<td class="button" style="border-radius:8px;background:#1d5fd1"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d5fd1;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(words)}</a></td>
</tr></table>`;

/** The link beneath the button, which a narrow screen may break anywhere. */
export const linkBeneath = (hint: string, link: string): string =>
  quiet(`${escapeHtml(hint)}<br>
<a class="link" href="${escapeHtml(link)}" style="color:#1d5fd1;word-break:break-all">${escapeHtml(link)}</a>`);
