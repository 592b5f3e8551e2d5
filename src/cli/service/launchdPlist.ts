import { recordLine, type ServiceDefinition, type TimedTask } from './serviceDefinition.js';

/** The name of the service among those of launchd. */
export const LABEL = 'memory-vault';

/** The property list of an agent of one user (launchd.plist(5)). `logFile` gets what the service writes. */
export function launchdPlist(service: ServiceDefinition, logFile: string): string {
  return plist(service, {
    label: LABEL,
    command: 'serve',
    logFile,
    when: `  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>20</integer>
`,
  });
}

/** The same of a task that launchd runs at its times, or when the machine wakes after one of them. */
export function launchdTimer(
  service: ServiceDefinition,
  { name, calendar }: TimedTask,
  logFile: string,
): string {
  const times = Object.entries(calendar)
    .map(([unit, value]) => `    <key>${unit}</key>\n    <integer>${value}</integer>\n`)
    .join('');
  return plist(service, {
    label: `${LABEL}-${name}`,
    command: name,
    logFile,
    when: `  <key>StartCalendarInterval</key>\n  <dict>\n${times}  </dict>\n`,
  });
}

interface Agent {
  readonly label: string;
  readonly command: string;
  /** The keys that say when it runs. */
  readonly when: string;
  readonly logFile: string;
}

function plist(service: ServiceDefinition, { label, command, when, logFile }: Agent): string {
  const { node, cli, settings } = service;
  const environment = Object.entries(settings)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, value]) =>
        `    <key>${escaped(name)}</key>\n    <string>${escaped(value)}</string>\n`,
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${recordLine(service)} -->
<!-- "memory-vault service install" wrote this file and replaces it. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
    <string>${escaped(node)}</string>
    <string>${escaped(cli)}</string>
    <string>${command}</string>
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${environment}  </dict>
${when}  <key>Umask</key>
  <integer>${0o077}</integer>
  <key>StandardOutPath</key>
  <string>${escaped(logFile)}</string>
  <key>StandardErrorPath</key>
  <string>${escaped(logFile)}</string>
</dict>
</plist>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
