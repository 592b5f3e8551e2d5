import { recordLine } from './installRecord.js';
import type { ServiceDefinition } from './serviceDefinition.js';

/** The name of the service among those of launchd. */
export const LABEL = 'memory-vault';

/** The property list of an agent of one user (launchd.plist(5)). `logFile` gets what the service writes. */
export function launchdPlist(service: ServiceDefinition, logFile: string): string {
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
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
    <string>${escaped(node)}</string>
    <string>${escaped(cli)}</string>
    <string>serve</string>
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${environment}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>20</integer>
  <key>Umask</key>
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
