/** `getUserById` is `get User By Id`, `parseHTMLString2` is `parse HTML String 2`. One word gives itself. */
export function splitIdentifier(identifier: string): string[] {
  return (
    identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu)?.filter(Boolean) ?? []
  );
}
