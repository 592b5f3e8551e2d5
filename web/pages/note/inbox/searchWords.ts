/** As many as a search takes into account. */
const MOST = 20;

/** The words of a title for a search: without signs that it would read as syntax. */
export function searchWords(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.slice(0, MOST).join(' ');
}
