import { changedIn } from '../checkout/freshness.js';
import type { ChosenProject } from '../connect/chosenProject.js';
import { isName } from '../connect/projectFiles.js';
import { ANCHORS_META, readAnchors } from '../domain/anchor.js';
import { membersOf } from '../domain/json.js';
import { projectKey } from '../domain/names.js';
import { GIVEN_META, PROJECT_META, START_META } from '../domain/startSettings.js';
import { type GivenNote, readGiven } from '../domain/told.js';
import { fenced } from '../domain/untrustedText.js';
import { reasonOf, type VaultCall } from './vaultCall.js';

const PROTOCOL = '2026-07-28';

/** What is recalled, and what the notes in it are about, by their ids. */
export interface Recalled {
  readonly text: string;
  readonly anchors: Readonly<Record<string, unknown>>;
  /** The notes in it. None of an older vault. */
  readonly given: readonly GivenNote[];
  /** How the vault calls the project of the repository; undefined where it does not say it. */
  readonly project?: string | undefined;
}

/**
 * What the vault recalls of a project whose branch touches these files, in at most `tokens`: the answer of the MCP tool
 * `memory_context`, asked with one request. All of it comes from elsewhere, so all of it is fenced as data here, whatever the vault
 * has fenced itself. Rejects with a sentence where there is none.
 */
export async function recalled(
  { project, source, start }: ChosenProject,
  { tokens, files }: { readonly tokens: number; readonly files: readonly string[] },
  call: VaultCall,
  timeoutMs: number,
): Promise<Recalled> {
  const answer = await call({
    method: 'POST',
    path: '/mcp',
    timeoutMs,
    headers: {
      'mcp-protocol-version': PROTOCOL,
      'mcp-method': 'tools/call',
      'mcp-name': 'memory_context',
      'x-vault-project': encodeURIComponent(project),
      'x-vault-project-source': source,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'memory_context',
        arguments: { max_tokens: tokens },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': PROTOCOL,
          'io.modelcontextprotocol/clientInfo': { name: 'memory-vault-hook', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
          [START_META]: { files, ...(start && { parts: start.parts }) },
        },
      },
    },
  });
  if (answer.status !== 200) throw new Error(reasonOf(answer));
  const { result, error } = membersOf(answer.body);
  const { content, isError, _meta } = membersOf(result);
  const text = Array.isArray(content) ? textOf(content) : '';
  if (isError === true || text === '') {
    const { message = text } = membersOf(error);
    throw new Error(String(message || 'the answer is empty').slice(0, 300));
  }
  const anchors = membersOf(membersOf(_meta)[ANCHORS_META]);
  const given = readGiven(membersOf(_meta)[GIVEN_META]);
  const named = membersOf(_meta)[PROJECT_META];
  return {
    text: fenced(text.replaceAll(OTHER_FENCES, '').trimEnd()),
    anchors,
    given,
    project: isName(named) ? named : undefined,
  };
}

/** Lines like those of `fenced`: two fences, one in the other, would say no more than one. */
const OTHER_FENCES = /^<\/?recalled \w+>.*\n?/gm;

/**
 * What is recalled, with `drifted` or `gone` behind the row of each note whose text has changed since in the working copy at
 * `root`. A row begins with the end of the id of its note.
 */
export function markChanged({ text, anchors }: Recalled, root: string | undefined): string {
  const notes = Object.entries(anchors).map(([id, about]) => ({ id, anchors: readAnchors(about) }));
  if (root === undefined || notes.length === 0) return text;
  const changed = [...changedIn(root, notes)];
  if (changed.length === 0) return text;
  const marked = (line: string) => {
    const [, end] = /^([0-9A-Z]{8,26}) /.exec(line) ?? [];
    const [, state] = changed.find(([id]) => end !== undefined && id.endsWith(end)) ?? [];
    return state === undefined ? line : `${line} ${state}`;
  };
  return text.split('\n').map(marked).join('\n');
}

/** How a project stands, in a line for the user: `14 notes of shop, last used yesterday`. Rejects where nothing says it. */
export async function stateLine(
  { project, repository }: Pick<ChosenProject, 'project' | 'repository'>,
  now: number,
  call: VaultCall,
  timeoutMs: number,
): Promise<string> {
  const path = `/api/v1/projects?project=${encodeURIComponent(project)}`;
  const answer = await call({ method: 'GET', path, timeoutMs });
  if (!Array.isArray(answer.body)) throw new Error(reasonOf(answer));
  const rows: readonly unknown[] = answer.body;
  const key = projectKey(project);
  // That of a repository may be called otherwise here.
  const isIt = (row: string) => repository !== undefined || projectKey(row) === key;
  const found = rows.map(membersOf).find((row) => isIt(String(row.project)));
  const called = repository === undefined ? project : String(found?.project ?? project);
  const notes = Number(found?.observations_total ?? 0);
  const name = called.length > LONGEST_NAME ? `${called.slice(0, LONGEST_NAME)}…` : called;
  const waiting = Number(found?.proposed_total ?? 0);
  const proposed = waiting > 0 ? `, ${waiting} proposed (memory-vault inbox)` : '';
  if (notes === 0) return `no notes of ${name} yet${proposed}`;
  const count = `${notes} note${notes === 1 ? '' : 's'} of ${name}`;
  const at = Date.parse(String(found?.last_activity_at));
  return `${count}${Number.isNaN(at) ? '' : `, last used ${dayOf(at, now)}`}${proposed}`;
}

const LONGEST_NAME = 60;

function dayOf(at: number, now: number): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

const textOf = (content: readonly unknown[]): string =>
  content
    .map((part) => membersOf(part).text)
    .filter((text) => typeof text === 'string')
    .join('\n');
