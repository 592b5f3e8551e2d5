import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Version of this release, as package.json has it. */
export const VERSION = String(manifest.version);
