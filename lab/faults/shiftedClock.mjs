// Preloaded into a process: its clock is off by as many milliseconds as the file FAULTS_CLOCK says at that moment. With
// FAULTS_TIME_PASSED, so much time has really passed: the machine has been running for longer as well.
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

const file = process.env.FAULTS_CLOCK;
const { now } = Date;
const shifted = () => now() + Number(readFileSync(file, 'utf8'));

if (process.env.FAULTS_TIME_PASSED) {
  const { uptime } = os;
  os.uptime = () => uptime() + (shifted() - now()) / 1000;
  syncBuiltinESMExports();
}

globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length === 0) super(shifted());
    else super(...given);
  }

  static now() {
    return shifted();
  }
};
