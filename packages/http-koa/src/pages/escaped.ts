/** Text escaped for HTML, for an element or a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Words of the service as HTML: "e-mail" stays on one line. That of an address is left as it is. */
export const worded = (text: string): string =>
  escaped(text).replace(/(?<![\w@.+-])e-mail(?![\w@-]|\.\w)/gi, '<span class="word">$&</span>');
