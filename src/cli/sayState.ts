import { readClientSettings } from '../connect/clientSettings.js';
import { findService } from '../connect/findService.js';

/** What `memory-vault` alone says to a person: whether a service runs, where, and what to type. Without a terminal, it serves. */
export async function sayState(): Promise<void> {
  const settings = readClientSettings(process.env);
  const found = settings.url === undefined ? await findService(settings) : { url: settings.url };
  const state = found
    ? [`Memory Vault is at ${found.url}`, '  memory-vault open     shows its page']
    : [
        `No service runs here. The first agent or command that needs one starts it, on ${settings.dataDir}`,
        '  memory-vault serve    starts one in this terminal',
      ];
  const more = [
    '  memory-vault setup    connects the agents of this machine',
    '  memory-vault doctor   shows what is wrong, and what to type',
    '  memory-vault --help   lists all commands',
  ];
  console.log([...state, ...more].join('\n'));
}
