const HUMP = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;

/** Whether a word has humps: `getUserById` and `HTMLParser`, but neither `users` nor `d3d3787dd31b`. */
export function isIdentifier(word: string): boolean {
  return /^_*[A-Za-z]\w*$/.test(word) && HUMP.test(word);
}

/** The words of a text that are identifiers, each once. Looks for humps first: few words have one. */
export function identifiersIn(text: string): readonly string[] {
  const found = new Set<string>();
  const hump = new RegExp(HUMP, 'g');
  for (let done = 0; hump.test(text); hump.lastIndex = done) {
    // No further back than the end of the word before, so that a text is read once.
    let start = hump.lastIndex - 1;
    while (start > done && isWordCharacter(text.charCodeAt(start - 1))) start -= 1;
    done = hump.lastIndex;
    while (isWordCharacter(text.charCodeAt(done))) done += 1;
    const word = text.slice(start, done);
    if (isIdentifier(word)) found.add(word);
  }
  return [...found];
}

/** Of `\w`. */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95
  );
}

/** `getUserById` is `get User By Id`, `parseHTMLString2` is `parse HTML String 2`. One word gives itself. */
export function splitIdentifier(identifier: string): string[] {
  return identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [];
}
