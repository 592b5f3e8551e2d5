import { flagsOf, SERVICE_ENV } from '../../config/nodeFlags.js';
import { recordLine, type ServiceDefinition, type TimedTask } from './serviceDefinition.js';

/**
 * The unit of a service for the systemd of one user (systemd.service(5), systemd.exec(5)). Throws for a path of Node
 * that systemd refuses, quoted or not.
 */
export function systemdUnit(service: ServiceDefinition): string {
  const { dataDir, backupDir } = service;
  return `# ${recordLine(service)}
# "memory-vault service install" wrote this file and replaces it. Change it with: systemctl --user edit memory-vault

[Unit]
Description=Memory Vault

[Service]
Type=notify
# systemd-notify, which speaks for the service, is a process of its own.
NotifyAccess=all
${execution(service, 'serve')}Restart=on-failure
RestartSec=5
# Requests in progress have 10 s.
TimeoutStopSec=20
UMask=0077
NoNewPrivileges=yes
# Where the systemd of a user cannot do the next three, it ignores them. Older releases need PrivateUsers=yes, too.
PrivateTmp=yes
ProtectSystem=strict
# The minus lets the service start without the disk of the backups.
ReadWritePaths=${quoted(dataDir)} ${quoted(`-${backupDir}`)}

[Install]
WantedBy=default.target
`;
}

/** The two units of a task that systemd runs at its times (systemd.timer(5)), and after a time that the machine slept through. */
export function systemdTimer(
  service: ServiceDefinition,
  { name, title, onCalendar }: TimedTask,
): { readonly service: string; readonly timer: string } {
  const start = `# ${recordLine(service)}
# "memory-vault service install" wrote this file and replaces it.

[Unit]
Description=${title}
`;
  return {
    service: `${start}
[Service]
Type=oneshot
${execution(service, name)}UMask=0077
Nice=19
`,
    timer: `${start}
[Timer]
OnCalendar=${onCalendar}
Persistent=true
RandomizedDelaySec=10min

[Install]
WantedBy=timers.target
`,
  };
}

/** What is run, and with which settings. */
function execution({ node, cli, settings }: ServiceDefinition, command: string): string {
  if (/["'\\]/.test(node)) {
    throw new Error(
      `move ${node}: systemd runs no program with a quote or a backslash in its path`,
    );
  }
  const environment = Object.entries({ ...SERVICE_ENV, ...settings })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`);
  const words = [quoted(node), ...flagsOf(command), argument(cli), command];
  return [`ExecStart=${words.join(' ')}\n`, ...environment].join('');
}

/** One word, whatever is in it. The text has no control characters. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
}

/** One argument of a command, in which systemd would replace variables. It leaves the path of the program alone. */
function argument(text: string): string {
  return quoted(text).replaceAll('$', '$$$$');
}
