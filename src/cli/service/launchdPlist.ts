import { flagsOf } from '../../config/nodeFlags.js';
import { recordLine, type ServiceDefinition, type TimedTask } from './serviceDefinition.js';

/** The name of the service among those of launchd. */
export const LABEL = 'memory-vault';

/** The property list of an agent of one user (launchd.plist(5)). `logFile` gets what the service writes. */
export function launchdPlist(service: ServiceDefinition, logFile: string): string {
  const when = { RunAtLoad: true, KeepAlive: { SuccessfulExit: false }, ExitTimeOut: 20 };
  return plist(service, { label: LABEL, command: 'serve', logFile, when });
}

/** The same of a task that launchd runs at its times, or when the machine wakes after one of them. */
export function launchdTimer(
  service: ServiceDefinition,
  { name, calendar }: TimedTask,
  logFile: string,
): string {
  const when = { StartCalendarInterval: calendar };
  return plist(service, { label: `${LABEL}-${name}`, command: name, logFile, when });
}

interface Agent {
  readonly label: string;
  readonly command: string;
  /** The keys that say when it runs. */
  readonly when: Dictionary;
  readonly logFile: string;
}

function plist(service: ServiceDefinition, { label, command, when, logFile }: Agent): string {
  const { node, cli, settings } = service;
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${recordLine(service)} -->
<!-- "memory-vault service install" wrote this file and replaces it. -->
<plist version="1.0">
${xmlOf({
  Label: label,
  ProgramArguments: [node, ...flagsOf(command), cli, command],
  EnvironmentVariables: Object.fromEntries(sorted),
  ...when,
  Umask: 0o077,
  StandardOutPath: logFile,
  StandardErrorPath: logFile,
})}
</plist>
`;
}

interface Dictionary {
  readonly [key: string]: string | number | boolean | readonly string[] | Dictionary;
}

/** A value of a property list (plist(5)) as lines of XML, each behind `indent`. */
function xmlOf(value: Dictionary[string], indent = ''): string {
  const inside = `${indent}  `;
  const within = (tag: string, lines: readonly string[]) =>
    [`${indent}<${tag}>`, ...lines, `${indent}</${tag}>`].join('\n');
  if (typeof value === 'boolean') return `${indent}<${value}/>`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>`;
  if (isList(value))
    return within(
      'array',
      value.map((one) => xmlOf(one, inside)),
    );
  const members = Object.entries(value).flatMap(([key, one]) => [
    `${inside}<key>${escaped(key)}</key>`,
    xmlOf(one, inside),
  ]);
  return within('dict', members);
}

// `Array.isArray` says nothing of a list that is read-only.
const isList = (value: Dictionary[string]): value is readonly string[] => Array.isArray(value);

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
