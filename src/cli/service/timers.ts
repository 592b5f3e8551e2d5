/** What a service manager runs beside the service, so that nobody has to think of it. */
export interface TimedTask {
  readonly name: 'backup' | 'verify';
  readonly title: string;
  /** The words behind the name of the program. */
  readonly words: readonly string[];
  /** For systemd.time(7). */
  readonly onCalendar: string;
  /** For launchd.plist(5): Sunday is 0. */
  readonly calendar: Readonly<Partial<Record<'Hour' | 'Minute' | 'Weekday', number>>>;
}

/** At night, one after the other. A machine that slept does it when it wakes. */
export const TIMED_TASKS: readonly TimedTask[] = [
  {
    ...{ name: 'backup', title: 'Daily backup of Memory Vault', words: ['backup'] },
    ...{ onCalendar: '*-*-* 03:10:00', calendar: { Hour: 3, Minute: 10 } },
  },
  {
    ...{ name: 'verify', title: 'Weekly verification of Memory Vault', words: ['verify'] },
    ...{ onCalendar: 'Sun *-*-* 04:10:00', calendar: { Weekday: 0, Hour: 4, Minute: 10 } },
  },
];

/** A file that a service manager reads. */
export interface ServiceFile {
  /** Absolute path. */
  readonly file: string;
  readonly content: string;
}
