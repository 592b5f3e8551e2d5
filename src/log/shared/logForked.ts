import { Diagnostic } from '../../diagnostics/diagnostic.js';

/** The copy of a node and the shared log contradict each other: one of them lost events, or was changed. */
export class LogForked extends Diagnostic {
  constructor(what: string) {
    super('log_forked', `the copy of this node and the shared log contradict each other: ${what}`);
    this.name = 'LogForked';
  }
}
