import { fenceOf, isRule } from './lines.js';
import { markerOf } from './marker.js';

export const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s;
export const QUOTE = /^ {0,3}>/;

/** Whether a line ends the paragraph before it. Most numbers in prose begin no list: only 1 does. */
export function beginsBlock(line: string): boolean {
  if (fenceOf(line) || HEADING.test(line) || QUOTE.test(line) || isRule(line)) return true;
  const marker = markerOf(line);
  return marker !== undefined && marker.text !== '' && (marker.number ?? 1) === 1;
}
