#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runCompiled } from './hook/compiled.js';

// What the hooks of agents run is in `hook/main.ts`, which is bundled into this file.
runCompiled(fileURLToPath(new URL('./hookMain.cjs', import.meta.url)));
