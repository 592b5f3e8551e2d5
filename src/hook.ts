#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runCompiled } from './hook/compiled.js';

// The program of hooks is `hook/main.ts`, which is built as `hookMain.cjs` beside this file.
runCompiled(fileURLToPath(new URL('./hookMain.cjs', import.meta.url)));
