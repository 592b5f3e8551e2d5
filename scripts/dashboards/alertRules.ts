import { stringify } from 'yaml';
import { ALERTS } from './alerts.js';

/** The alerts as a file of rules for Prometheus. */
export function alertRules(): string {
  const rules = Object.entries(ALERTS).map(
    ([alert, { expr, severity, summary, action, ...rest }]) => ({
      alert,
      expr,
      for: rest.for,
      labels: { severity },
      annotations: { summary, action },
    }),
  );
  return `# Made by npm run docs.\n${stringify({ groups: [{ name: 'memory-vault', rules }] }, { lineWidth: 0 })}`;
}
