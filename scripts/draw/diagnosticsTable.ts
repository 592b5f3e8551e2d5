import { DIAGNOSTICS } from '../../src/diagnostics/catalogue.js';

/** Every diagnostic by its code, with its level, its meaning and what to do. */
export function diagnosticsTable(): string {
  const rows = Object.entries(DIAGNOSTICS).map(
    ([code, { level, meaning, next }]) => `| \`${code}\` | ${level} | ${meaning} | ${next} |`,
  );
  return ['| code | level | meaning | what to do |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
