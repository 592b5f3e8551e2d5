/**
 * Characters that a reader does not see, and that change how a text is read or shown: controls, with the escape of
 * terminal sequences, bidirectional overrides, invisible joiners, and the tags and variation selectors of plane 14. New lines and tabs
 * are none of them.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A text with every hidden character written as its code point, such as `<U+001B>`. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(HIDDEN, codePointOf);
}

function codePointOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim();
}
