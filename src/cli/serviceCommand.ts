import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from '@commander-js/extra-typings';
import { VERSION } from '../config/version.js';
import { serviceUrl } from '../connect/serviceUrl.js';
import { isMissing } from '../diagnostics/diagnostic.js';
import { makeDirectory } from '../files/makeDirectory.js';
import { stableNode } from '../setup/launch.js';
import { answerAt } from './answerAt.js';
import { type InstallRecord, readRecord, serviceDefinition } from './service/serviceDefinition.js';
import {
  type Before,
  type ProgramRun,
  runProgram,
  type ServiceManager,
  serviceManager,
} from './service/serviceManager.js';
import { command } from './terminal/program.js';

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));

/** Exit codes of `status`, as the Linux Standard Base has them for services. */
const NOT_RUNNING = 3;
const UNKNOWN = 4;

export function serviceCommand(program: Command): void {
  const service = program
    .command('service')
    .description('run the service of this user with systemd (Linux) or launchd (macOS)');
  for (const define of [serviceInstall, serviceUninstall, serviceStatus]) define(service);
}

function serviceInstall(service: Command): void {
  command(service, 'install', {
    description:
      'write the service file, with the VAULT_ settings of this shell, and start the service',
    examples: ['service install --dry-run'],
  })
    .option('--dry-run', 'print what would be written and run, and change nothing')
    .option('--force', 'replace a file of that name that memory-vault did not write')
    .action(async ({ dryRun, force }) => {
      const manager = managerHere();
      const service = serviceDefinition(process.env, {
        node: stableNode(process.execPath, process.env),
        cli: CLI,
        version: VERSION,
      });
      for (const name of service.unknown)
        console.error(`${name} is left out: it is not a setting of this release`);
      const { file } = manager;
      const content = manager.fileOf(service);
      const text = readFile(file);
      const before: Before = text === undefined ? 'absent' : text === content ? 'same' : 'other';
      if (text !== undefined && readRecord(text) === undefined && !force) {
        throw new Error(
          `memory-vault did not write ${file}. Move it away, or replace it: memory-vault service install --force`,
        );
      }
      const timers = manager.timers(service);
      const commands = [...manager.start(before), ...manager.startTimers];
      if (dryRun) {
        if (before === 'same') console.log(`${file} would not change`);
        else console.log(`would write ${file}:\n\n${content}`);
        for (const timer of timers) console.log(`would write ${timer.file}:\n\n${timer.content}`);
        printCommands(commands);
        return;
      }
      await manager.check();
      for (const directory of [service.dataDir, service.backupDir]) makeDirectory(directory);
      if (before !== 'same') {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
      for (const timer of timers) writeFileSync(timer.file, timer.content);
      await runAll(
        commands,
        `${file} is in place, but the service did not start. To see why: ${manager.logs}`,
      );
      console.log(
        before === 'same' ? `${file} is installed already; nothing changed` : `wrote ${file}`,
      );
      console.log(`the service runs at ${serviceUrl(service)}; its data is in ${service.dataDir}`);
      console.log(
        `it backs up the log each day into ${service.backupDir}, and verifies it each week; a VAULT_BACKUP_DIR on another disk is safer`,
      );
      console.log(manager.hint);
    });
}

function serviceUninstall(service: Command): void {
  command(service, 'uninstall', {
    description: 'stop the service and remove its file; the data stays',
    examples: ['service uninstall'],
  })
    .option('--dry-run', 'print what would be removed and run, and change nothing')
    .action(async ({ dryRun }) => {
      const { file, timerFiles, stop, forget } = managerHere();
      const text = readFile(file);
      if (text === undefined) return console.log(`${file} does not exist: nothing is installed`);
      const record = readRecord(text);
      if (!record) {
        throw new Error(`memory-vault did not write ${file}: remove it yourself`);
      }
      if (dryRun) {
        for (const one of [file, ...timerFiles]) console.log(`would remove ${one}`);
        return printCommands([...stop, ...forget]);
      }
      await runAll(stop, `${file} is still there`);
      for (const one of [file, ...timerFiles]) rmSync(one, { force: true });
      await runAll(forget, `${file} is removed`);
      console.log(`removed ${file}; the data stays in ${record.dataDir}`);
    });
}

function serviceStatus(service: Command): void {
  command(service, 'status', {
    description:
      'show whether it is installed and running; exit code 0: running, 3: not running, 4: unknown',
    examples: ['service status'],
  }).action(status);
}

async function status(): Promise<void> {
  const manager = managerHere();
  const text = readFile(manager.file);
  const record = text === undefined ? undefined : readRecord(text);
  const installed = record
    ? `${manager.file}, by memory-vault ${record.version}`
    : text === undefined
      ? `no; memory-vault service install writes ${manager.file}`
      : `no; memory-vault did not write ${manager.file}`;
  console.log(`installed  ${installed}`);
  const state = record ? await manager.state() : { running: false, words: 'not installed' };
  if (!state) console.log('running    unknown: the service manager does not answer');
  else console.log(`running    ${state.running ? await answering(record) : `no: ${state.words}`}`);
  if (record) console.log(`data       ${record.dataDir}`);
  process.exitCode = state === undefined ? UNKNOWN : state.running ? 0 : NOT_RUNNING;
}

/** What the running service says about itself. A vault may show its version to members alone. */
async function answering(place: InstallRecord | undefined): Promise<string> {
  // The free port that 0 stands for is known to nobody here.
  if (!place || place.port === 0) return 'yes';
  const url = serviceUrl(place);
  const answer = await answerAt(place);
  if (!answer) return `yes, but ${url} does not answer yet`;
  if (!answer.isVault) return `yes, but another program answers at ${url}`;
  return `yes, at ${url}${answer.version ? `, version ${answer.version}` : ''}`;
}

function managerHere(): ServiceManager {
  return serviceManager(process.platform, process.env, homedir(), process.getuid?.());
}

/** Whether `service install` has set up the service of a data directory on this machine. */
export function isInstalledFor(dataDir: string): boolean {
  if (!['linux', 'darwin'].includes(process.platform)) return false;
  const text = readFile(managerHere().file);
  return text !== undefined && readRecord(text)?.dataDir === dataDir;
}

function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function runAll(commands: readonly ProgramRun[], consequence: string): Promise<void> {
  for (const command of commands) {
    const { failure } = await runProgram(command);
    if (failure !== undefined && !command.mayFail) throw new Error(`${failure}\n${consequence}`);
  }
}

function printCommands(commands: readonly ProgramRun[]): void {
  console.log('would run:');
  for (const { argv } of commands) console.log(`  ${argv.join(' ')}`);
}
