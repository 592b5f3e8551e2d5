import { buffer } from 'node:stream/consumers';
import { decodeText } from '../../domain/decodeText.js';
import { misused } from './failed.js';

/** All of the standard input as text. Throws `Failed` (usage) for what is none. */
export async function standardInput(): Promise<string> {
  const text = decodeText(await buffer(process.stdin));
  if (text === undefined) throw misused('the standard input is no text in UTF-8: convert it first');
  return text;
}
