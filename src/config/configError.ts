import { Diagnostic } from '../diagnostics/diagnostic.js';

/** A wrong setting. The message names it; of several, `setting` is the first. */
export class ConfigError extends Diagnostic {
  constructor(message: string, setting?: string) {
    super('setting_wrong', message, { setting });
    this.name = 'ConfigError';
  }
}
