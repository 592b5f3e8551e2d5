const HUMP = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;

/** True for a word in camel case: `getUserById` and `HTMLParser`, but neither `users` nor `d3d3787dd31b`. */
export function isIdentifier(word: string): boolean {
  return /^_*[A-Za-z]\w*$/.test(word) && HUMP.test(word);
}

/** The words of a text that are identifiers, each once. Searches for humps, as few words have one. */
export function identifiersIn(text: string): readonly string[] {
  const identifiers = new Set<string>();
  const hump = new RegExp(HUMP, 'g');
  for (let done = 0; hump.test(text); hump.lastIndex = done) {
    // Stops at the end of the word before, so that each character is read once.
    let start = hump.lastIndex - 1;
    while (start > done && isWordCharacter(text.charCodeAt(start - 1))) start -= 1;
    done = hump.lastIndex;
    while (isWordCharacter(text.charCodeAt(done))) done += 1;
    const word = text.slice(start, done);
    if (isIdentifier(word)) identifiers.add(word);
  }
  return [...identifiers];
}

/** Tests a UTF-16 code unit as `\w` does. */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95
  );
}

/** `getUserById` gives `get User By Id`, `parseHTMLString2` gives `parse HTML String 2`, a single word itself. */
export function splitIdentifier(identifier: string): string[] {
  return identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [];
}
