// `npm run docs`: draws the pictures and tables of the docs from the code's own data.
import { writeFileSync } from 'node:fs';
import { drawnDocs } from './draw/drawnDocs.js';

for (const [file, text] of drawnDocs(new URL('../', import.meta.url))) writeFileSync(file, text);
