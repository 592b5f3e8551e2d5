/**
 * A note that somebody saved to harm whoever reads it. `__ran()` in it is called when a script of it runs, `/stolen` is asked
 * for when something of it is loaded.
 */
export interface HostileNote {
  /** What it tries, in a few words: the name of its test. */
  readonly what: string;
  readonly title?: string;
  readonly content: string;
  readonly tags?: readonly string[];
  readonly project?: string;
  readonly author?: string;
  /** What readers must see of it, letter by letter, because a page that took it for markup would not show it. */
  readonly shows?: string;
}

/** A note whose whole content is shown as it is. */
export const verbatim = (what: string, content: string, more: Partial<HostileNote> = {}) => ({
  what,
  content,
  shows: content,
  ...more,
});
