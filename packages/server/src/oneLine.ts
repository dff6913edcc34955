/**
 * Text with names of files on one line: a control character, which could change what a terminal shows, becomes its code, and so does
 * one that changes the direction of text.
 */
export const oneLine = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
