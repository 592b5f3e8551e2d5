/** What a screen gets: the parts of its path in braces, and what stands after the question mark. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}
