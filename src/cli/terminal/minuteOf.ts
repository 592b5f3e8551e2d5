/** A time of the vault in a table, in UTC and to the minute: `2026-11-20 09:30`. */
export const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ');
