import type { Output } from './output.js';

/** True for tables and Markdown, which people read; false for JSON, which holds everything exactly as the vault gave it. */
export const isForPeople = ({ format }: Pick<Output, 'format'>): boolean =>
  format === 'table' || format === 'md';
