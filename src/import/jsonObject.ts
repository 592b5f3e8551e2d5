import type { PeerCells } from './peerCells.js';

/** The object that a text in JSON says; undefined for anything else. */
export function jsonObject(text: string): PeerCells | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // Any object has string keys and unknown values.
    return isObject ? (value as PeerCells) : undefined;
  } catch {
    return undefined;
  }
}
