/** The text when what stood between `before` and `after` is taken out: their lines stay apart. */
export function closedUp(before: string, after: string, newline: string): string {
  const wouldJoin = before !== '' && !before.endsWith('\n') && after !== '';
  return `${before}${wouldJoin ? newline : ''}${after}`;
}
