import { caller } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import { Card } from '../../kit/card.js';
import { Command } from '../../kit/command.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { saveByCurl } from './saveByCurl.js';

/** What to do with an empty vault. */
export function FirstSteps() {
  const isOpen = caller?.vault === 'open';
  return (
    <>
      <ScreenHead title="This vault is empty">Three ways to begin. Each takes a minute.</ScreenHead>
      <div class="columns">
        <Card title="1. Connect your agent">
          <p>
            Your agent then reads the notes of its project before it works, and saves what it
            learns.
          </p>
          <Command text="memory-vault setup claude-code" />
          <p class="hint">
            Also for codex, gemini, opencode, cursor, vscode, copilot, goose and nine others;{' '}
            <code>--all</code> connects all that it finds on this machine.{' '}
            <code class="one-word">--dry-run</code> shows each change first.
          </p>
        </Card>
        <Card title="2. Import your notes">
          <p>Import notes from other memories, or files such as CLAUDE.md and AGENTS.md.</p>
          <Command text="memory-vault import notes ." />
          <Command text="memory-vault import claude-mem ~/.claude-mem" />
          <p class="hint">
            You see a preview first, and you can undo the import with one command. Also for engram,
            korva, basic-memory, mcp-memory-service, mem0, and any table in CSV or NDJSON.
          </p>
        </Card>
        <Card title="3. Save a first note">
          <p>
            <a class="button" href={linkTo('/new/note')}>
              Write it here
            </a>
          </p>
          <p>From a terminal:</p>
          <Command text='memory-vault save --type decision "Poll the bank every hour: it has no webhooks"' />
          <p>From any program:</p>
          <Command text={saveByCurl(location.origin, { needsLogin: !isOpen })} />
          {!isOpen && <p class="hint">TOKEN is your session token, or the owner's key.</p>}
        </Card>
      </div>
    </>
  );
}
