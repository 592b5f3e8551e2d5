import type { Probed } from './probe.js';

/** What listens where a service was looked for and is none, as the subject of a sentence; undefined for nothing. */
export function whoListens({ kind, ...probed }: Probed): string | undefined {
  switch (kind) {
    case 'nothing':
      return undefined;
    case 'vault':
      return 'the Memory Vault of another data directory';
    case 'silent':
      return 'a program that does not answer';
    case 'other':
      return 'name' in probed && probed.name === 'engram'
        ? 'engram, which is no Memory Vault,'
        : 'another program';
  }
}
