import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { tokensUpTo } from '../domain/tokens.js';
import { fenced, visibleLine } from '../domain/untrustedText.js';
import { Failure } from './answer.js';
import { projectContext } from './projectContext.js';
import { listInTime } from './sendFound.js';
import { noteText } from './text/noteText.js';
import { proposedNotes } from './text/proposedNotes.js';
import type { Surroundings } from './tool.js';

/** Clients move what is longer than 25,000 tokens out of sight. */
const MOST_TOKENS = 20_000;
const CONTEXT_TOKENS = 4000;

const TEXT = { mimeType: 'text/plain' };

export const RESOURCE_TEMPLATES: ResourceTemplateType[] = [
  {
    name: 'context',
    uriTemplate: 'memory://context/{project}',
    description: 'Last session, conventions and the notes of a project that matter',
    ...TEXT,
  },
  { name: 'note', uriTemplate: 'memory://note/{id}', description: 'A whole note', ...TEXT },
  {
    name: 'inbox',
    uriTemplate: 'memory://inbox/{project}',
    description: 'The proposed notes of a project',
    ...TEXT,
  },
  {
    name: 'conventions',
    uriTemplate: 'memory://conventions/{project}',
    description: 'What a project has agreed on',
    ...TEXT,
  },
];

/** Of projects that are listed, where none is at hand. */
const MOST_PROJECTS = 20;

/** Context and conventions of the project at hand, else of those that were worked on last; none where the vault is late. */
export async function listResources({ vault, project }: Surroundings): Promise<Resource[]> {
  const projects = project
    ? [project.project]
    : await listInTime(
        vault.GET('/api/v1/projects').then(({ data }) => data.map((one) => one.project)),
      );
  return projects.slice(0, MOST_PROJECTS).flatMap((name) =>
    ['context', 'conventions'].map((kind) => ({
      name: `${kind} of ${visibleLine(name)}`,
      uri: `memory://${kind}/${encodeURIComponent(name)}`,
      ...TEXT,
    })),
  );
}

/** Reads a resource. Throws `ProtocolError`. */
export async function readResource(
  surroundings: Surroundings,
  uri: string,
): Promise<ReadResourceResult> {
  const [, kind, encoded] =
    /^memory:\/\/(context|note|inbox|conventions)\/([^/?#]+)$/.exec(uri) ?? [];
  const key = encoded === undefined ? undefined : decoded(encoded);
  if (kind === undefined || key === undefined) throw new ResourceNotFoundError(uri);
  const text = await recalled(surroundings, kind, key);
  // A long text is not made ready to be shown only to be refused.
  if (tokensUpTo(MOST_TOKENS, text) > MOST_TOKENS) throw tooLong(uri, kind);
  const shown = fenced(text);
  if (tokensUpTo(MOST_TOKENS, shown) > MOST_TOKENS) throw tooLong(uri, kind);
  return { contents: [{ uri, ...TEXT, text: shown }] };
}

const tooLong = (uri: string, kind: string) =>
  new Failure('too_long', `${uri} has more than ${MOST_TOKENS} tokens`, {
    next:
      kind === 'note'
        ? 'Read it in parts with memory_get'
        : 'Read its beginning with memory_context, or all of it with the REST API',
  });

async function recalled(
  { vault, project: around, workingCopy }: Surroundings,
  kind: string,
  key: string,
): Promise<string> {
  if (kind === 'note') {
    const params = { path: { id: key } };
    return noteText((await vault.GET('/api/v1/observations/{id}', { params })).data);
  }
  if (kind === 'context') {
    const wanted = { tokens: CONTEXT_TOKENS, around, workingCopy };
    return (await projectContext(vault, key, wanted))?.text ?? 'nothing is saved yet';
  }
  if (kind === 'inbox') {
    const shown = await proposedNotes({ vault, project: { project: key } });
    return shown || 'no note is proposed';
  }
  const params = { path: { project: key } };
  const { content } = (await vault.GET('/api/v1/openspec/{project}', { params })).data;
  return content || 'no conventions are published yet';
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
