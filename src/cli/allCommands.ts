import type { Command } from '@commander-js/extra-typings';

/** Adds a command to the program. `usersUmask` is what the shell had set. */
type Define = (program: Command, usersUmask: number) => void;

/**
 * Every command by its name, under the headings of `--help`. The code of a command is loaded only when it is named, so that a
 * start is quick.
 */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, () => Promise<Define>>>>> = {
  Everyday: {
    save: async () => (await import('./verbs/saveVerb.js')).saveVerb,
    search: async () => (await import('./verbs/searchVerb.js')).searchVerb,
    context: async () => (await import('./verbs/contextVerb.js')).contextVerb,
    timeline: async () => (await import('./verbs/timelineVerb.js')).timelineVerb,
    show: async () => (await import('./verbs/showVerb.js')).showVerb,
    edit: async () => (await import('./verbs/editVerb.js')).editVerb,
    forget: async () => (await import('./verbs/forgetVerb.js')).forgetVerb,
    pin: async () => (await import('./verbs/pinVerbs.js')).pinVerb,
    unpin: async () => (await import('./verbs/pinVerbs.js')).unpinVerb,
    related: async () => (await import('./verbs/relatedVerbs.js')).relatedVerb,
    duplicates: async () => (await import('./verbs/relatedVerbs.js')).duplicatesVerb,
    history: async () => (await import('./verbs/historyVerb.js')).historyVerb,
    told: async () => (await import('./verbs/toldVerb.js')).toldVerb,
    verdict: async () => (await import('./verbs/reviewVerbs.js')).verdictVerb,
    inbox: async () => (await import('./verbs/inboxVerbs.js')).inboxVerb,
    accept: async () => (await import('./verbs/inboxVerbs.js')).acceptVerb,
    refuse: async () => (await import('./verbs/inboxVerbs.js')).refuseVerb,
    changes: async () => (await import('./verbs/changesVerb.js')).changesVerb,
    review: async () => (await import('./verbs/reviewVerbs.js')).reviewVerb,
    sessions: async () => (await import('./verbs/sessionsVerb.js')).sessionsVerb,
    projects: async () => (await import('./verbs/projectsVerb.js')).projectsVerb,
    repositories: async () => (await import('./verbs/repositoriesVerb.js')).repositoriesVerb,
    prompts: async () => (await import('./verbs/promptsVerb.js')).promptsVerb,
    stats: async () => (await import('./verbs/statsVerb.js')).statsVerb,
    tail: async () => (await import('./verbs/tailVerb.js')).tailVerb,
  },
  'Moving in and out': {
    import: async () => (await import('./verbs/importVerb.js')).importVerb,
    backfill: async () => (await import('./verbs/backfillVerb.js')).backfillVerb,
    export: async () => (await import('./verbs/exportVerb.js')).exportVerb,
  },
  'Setting up': {
    setup: async () => (await import('./setupCommand.js')).setupCommand,
    mcp: async () => (await import('./mcpCommand.js')).mcpCommand,
    login: async () => (await import('./verbs/loginVerbs.js')).loginVerb,
    logout: async () => (await import('./verbs/loginVerbs.js')).logoutVerb,
    invite: async () => (await import('./inviteCommand.js')).inviteCommand,
    members: async () => (await import('./verbs/membersVerb.js')).membersVerb,
    token: async () => (await import('./verbs/tokenVerb.js')).tokenVerb,
    webhook: async () => (await import('./verbs/webhookVerb.js')).webhookVerb,
    completion: async () => (await import('./completionCommand.js')).completionCommand,
    settings: async () => (await import('./settingsCommand.js')).settingsCommand,
  },
  'Running it': {
    demo: async () => (await import('./verbs/demoVerb.js')).demoVerb,
    open: async () => (await import('./verbs/openVerb.js')).openVerb,
    doctor: async () => (await import('./doctorCommand.js')).doctorCommand,
    serve: async () => (await import('./serveCommand.js')).serveCommand,
    stop: async () => (await import('./stopCommand.js')).stopCommand,
    service: async () => (await import('./serviceCommand.js')).serviceCommand,
    backup: async () => (await import('./backupCommand.js')).backupCommand,
    restore: async () => (await import('./restoreCommand.js')).restoreCommand,
    rebuild: async () => (await import('./rebuildCommand.js')).rebuildCommand,
    scrub: async () => (await import('./scrubCommand.js')).scrubCommand,
    filter: async () => (await import('./filterCommand.js')).filterCommand,
    hive: async () => (await import('./hiveCommand.js')).hiveCommand,
    log: async () => (await import('./logCommand.js')).logCommand,
    migrate: async () => (await import('./migrateCommand.js')).migrateCommand,
    admin: async () => (await import('./adminCommand.js')).adminCommand,
  },
  Auditing: {
    verify: async () => (await import('./verifyCommand.js')).verifyCommand,
    'verify-proof': async () => (await import('./verifyProofCommand.js')).verifyProofCommand,
    checkpoint: async () => (await import('./checkpointCommand.js')).checkpointCommand,
    digest: async () => (await import('./digestCommand.js')).digestCommand,
  },
};

export const COMMAND_NAMES = Object.values(COMMANDS).flatMap((group) => Object.keys(group));

/** Adds the commands of those names, under their headings. */
export async function defineCommands(
  program: Command,
  names: readonly string[],
  usersUmask: number,
): Promise<void> {
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(`${heading}:`);
    for (const [name, load] of Object.entries(commands))
      if (names.includes(name)) (await load())(program, usersUmask);
  }
}
