import { kindWord } from '../../src/domain/kindWords.js';

const COUNT = new Intl.NumberFormat('en');

/** 12345 as "12,345". */
export function formatCount(n: number): string {
  return COUNT.format(n);
}

/** "1 note", "2 notes". */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : several}`;
}

/** "2 notes" of the kind `observations`, "1 session" of the kind `session` or `sessions`. */
export function countedKind(n: number, kind: string): string {
  return `${formatCount(n)} ${kindWord(n, kind)}`;
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

/** Seconds as "45 s", "12 min", "1 h 30 min" or "3 days". */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
