/** Why something is not proved, in words for people. */
export class Unproven extends Error {
  /** `unable`: it could not be checked here, which says nothing about the log. */
  constructor(
    why: string,
    readonly unable = false,
  ) {
    super(why);
    this.name = 'Unproven';
  }
}
