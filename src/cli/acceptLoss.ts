/** The option of each command that opens a vault for writing, and what it does. */
export const ACCEPT_LOSS = '--accept-loss';
export const ACCEPTS_LOSS =
  'go on with a log that lost events; the files that know of them are kept under other names';
