/** Whether a word has humps: `getUserById` and `HTMLParser`, but neither `users` nor `d3d3787dd31b`. */
export function isIdentifier(word: string): boolean {
  return /^_*[A-Za-z]\w*$/.test(word) && /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/.test(word);
}

/** `getUserById` is `get User By Id`, `parseHTMLString2` is `parse HTML String 2`. One word gives itself. */
export function splitIdentifier(identifier: string): string[] {
  return identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [];
}
