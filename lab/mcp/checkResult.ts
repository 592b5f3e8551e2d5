/** A row of the report. */
export interface CheckResult {
  readonly client: string;
  readonly transport: string;
  readonly protocol: string;
  readonly check: string;
  /** `differs`: an expected failure, and `detail` says why it is expected. */
  readonly result: 'passed' | 'failed' | 'differs';
  readonly detail: string;
}
