// Preloaded into a process: its clock is off by as many milliseconds as the file FAULTS_CLOCK says at that moment.
import { readFileSync } from 'node:fs';

const file = process.env.FAULTS_CLOCK;
const { now } = Date;
const shifted = () => now() + Number(readFileSync(file, 'utf8'));

globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length === 0) super(shifted());
    else super(...given);
  }

  static now() {
    return shifted();
  }
};
