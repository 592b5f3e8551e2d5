/** Which event a proof has to be about. */
export interface EventPlace {
  readonly stream: string;
  readonly version: number;
}

/** A true proof about another event would prove nothing. */
export function isAbout(
  { envelope }: { readonly envelope: EventPlace },
  { stream, version }: EventPlace,
): boolean {
  return envelope.stream === stream && envelope.version === version;
}
