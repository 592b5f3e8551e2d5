#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runCompiled } from './hook/compiled.js';

// The program of hooks is `hook/main.ts`, which is built as `hookMain.cjs` beside this file.
const [, , , event = ''] = process.argv;
const work = /^[a-z-]{1,30}$/.test(event) ? event : 'none';
runCompiled(fileURLToPath(new URL('./hookMain.cjs', import.meta.url)), work);
