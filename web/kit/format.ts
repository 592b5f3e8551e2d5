const COUNT = new Intl.NumberFormat('en');

/** 12345 as "12,345". */
export function formatCount(n: number): string {
  return COUNT.format(n);
}

/** "1 note", "2 notes". */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : several}`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** 1536 as "1.5 KiB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[power]}`;
}

/** Milliseconds as "0.42 ms", "3.1 ms", "250 ms" or "1.2 s". */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms.toFixed(ms < 1 ? 2 : ms < 100 ? 1 : 0)} ms`;
}

/** The last 8 characters of an id, which the API takes as well. */
export function shortId(id: string): string {
  return id.slice(-8);
}
