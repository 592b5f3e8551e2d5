// Loads `sampleThread.ts` in a thread: --import tsx only changes what the main thread can load.
import { register } from 'tsx/esm/api';

register();
await import('./sampleThread.ts');
