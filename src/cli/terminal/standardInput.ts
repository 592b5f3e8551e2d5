import { text } from 'node:stream/consumers';

/** All of the standard input as text. */
export const standardInput = (): Promise<string> => text(process.stdin);
