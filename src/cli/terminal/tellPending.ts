import { EXIT } from './failed.js';
import type { Output } from './output.js';

/** Says that a forgotten text is not wiped from every file yet. The process then ends with 1. */
export function tellPending(output: Output): void {
  output.note('pending: a file still holds some of it; it is wiped as soon as nothing reads it');
  process.exitCode = EXIT.failed;
}
