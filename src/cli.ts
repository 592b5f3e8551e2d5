#!/usr/bin/env node
import { runCommandLine } from './cli/runCommandLine.js';

// New files are readable by their owner alone: 0600, and 0700 for directories.
const usersUmask = process.umask(0o077);

const words = process.argv.slice(2);
await runCommandLine(words, usersUmask);
// A vault that does not answer in time must not hold the shell that completes a word.
if (words[0] === 'complete') process.exit();
