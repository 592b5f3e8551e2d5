import { hash } from 'node:crypto';

/** SHA-256 of a text's UTF-8, in 64 digits of hex. */
export const sha256Hex = (text: string): string => hash('sha256', text, 'hex');
