import { hash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export const sha256Hex = (text: string): string => hash('sha256', text, 'hex');
