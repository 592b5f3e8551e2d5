/** Why something is not proved, in words for people. */
export class Unproven extends Error {
  /** `unable`: this browser could not check it, which says nothing about the vault. */
  constructor(
    why: string,
    readonly unable = false,
  ) {
    super(why);
    this.name = 'Unproven';
  }
}

/** What a check came to. With `unable`, nothing was found wrong: it could not be checked here. */
export type Refuted = { readonly ok: false; readonly why: string; readonly unable?: true };

/** The verdict about a failed check. Throws on what is a fault of this program. */
export function refuted(error: unknown): Refuted {
  if (!(error instanceof Unproven)) throw error;
  return { ok: false, why: error.message, ...(error.unable && { unable: true as const }) };
}
