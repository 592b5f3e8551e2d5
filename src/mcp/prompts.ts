import {
  type Prompt as Definition,
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { type Prompt, VaultError } from 'memory-vault-client';
import { fenced, visible, visibleLine } from '../domain/untrustedText.js';
import { listInTime } from './sendFound.js';
import { proposedNotes } from './text/proposedNotes.js';
import type { Surroundings } from './tool.js';

const RECALL: Definition = {
  name: 'recall',
  description: 'What memory holds about a topic',
  arguments: [{ name: 'topic', required: true }],
};

const WRAP_UP: Definition = {
  name: 'wrap-up',
  description: 'Save what was settled, and end the session with a summary',
};

const INBOX: Definition = {
  name: 'inbox',
  description: 'Go through the proposed notes',
};

const OWN = [RECALL, WRAP_UP, INBOX];

/** Our own prompts, and those that are stored in the vault. Without a vault, only our own. */
export async function listPrompts({ vault }: Surroundings): Promise<Definition[]> {
  const stored = await listInTime(vault.GET('/api/v1/prompts').then(({ data }) => data));
  const shown = stored.map(({ name, version, tags }) => ({
    name: storedName(name),
    description: visibleLine([`version ${version} of a stored prompt`, ...tags].join(' #')),
  }));
  return [...OWN, ...shown];
}

/** One of them. Throws `ProtocolError` for an unknown one. */
export async function getPrompt(
  surroundings: Surroundings,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const { vault } = surroundings;
  if (name === RECALL.name) {
    const { topic = '' } = given;
    if (topic.trim() === '') throw invalid('topic: is required');
    return asked(
      `Find out what memory holds about this topic: ${topic.trim()}\n` +
        'Search with memory_search in a few wordings, read the notes that matter with memory_get, and look around them ' +
        'with memory_timeline. Then say what was decided and why, what is open, and where notes contradict each other, ' +
        'each with the id and date of its note.',
    );
  }
  if (name === WRAP_UP.name) {
    return asked(
      'Wrap up this work session. Save each thing that was settled and that neither code nor git says with memory_save, ' +
        'one fact a note; correct notes that turned out wrong with memory_update. Then end the session with ' +
        'memory_session: its goal, what was done, what was learned, what comes next.',
    );
  }
  if (name === INBOX.name) {
    return asked(
      'Go through the proposed notes of this project with me: one line for each, with what it says and whether you find that it still ' +
        'holds. Decide nothing yourself. Then do for each what I say, by memory_update: correct it, or inbox accept or refuse.\n' +
        fenced((await proposedNotes(surroundings)) || 'no note is proposed'),
    );
  }
  return asked(visible((await storedPrompt(vault, name)).content));
}

async function storedPrompt(vault: Surroundings['vault'], name: string): Promise<Prompt> {
  const wanted = name.startsWith(STORED) ? name.slice(STORED.length) : name;
  const named = (as: string) =>
    vault.GET('/api/v1/prompts/{name}', { params: { path: { name: as } } });
  try {
    return (await named(wanted)).data;
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'not_found')) throw error;
    const { data } = await vault.GET('/api/v1/prompts');
    const shown = data.find((one) => visibleLine(one.name) === wanted);
    if (shown) return (await named(shown.name)).data;
    throw invalid(`there is no prompt ${visibleLine(name)}: prompts/list names them`);
  }
}

const STORED = 'stored ';

/** A stored prompt that is called like one of our own has another name here. */
function storedName(name: string): string {
  const isTaken = OWN.some((own) => own.name === name);
  // As the client shows it, and sends it back.
  const shown = visibleLine(name);
  return isTaken || name.startsWith(STORED) ? `${STORED}${shown}` : shown;
}

function asked(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
