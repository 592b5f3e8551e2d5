import { type ProjectKey, projectKey } from './names.js';

/**
 * Projects whose notes come with those of any other: what holds for the person who asks and nobody else sees, and what holds in
 * every project. In the order in which they are given.
 */
export const LAYERS = ['personal', 'everywhere'] as const;
export type Layer = (typeof LAYERS)[number];

/** The project of a layer, as it is compared. */
export const LAYER_KEYS: Readonly<Record<Layer, ProjectKey>> = {
  personal: projectKey('personal'),
  everywhere: projectKey('everywhere'),
};

/** Whether a project is a layer. No repository is one: its notes would come with all projects. */
export function isLayer(project: string): boolean {
  return LAYERS.some((layer) => LAYER_KEYS[layer] === projectKey(project));
}

/** Whether what is made in a project belongs to the person who makes it. */
export function isPersonal(project: string | undefined): boolean {
  return project !== undefined && projectKey(project) === LAYER_KEYS.personal;
}

/** The layer from which a note comes with a project; undefined for a note of the project. `isOwn`: it belongs to who asks. */
export function layerWith(
  project: string,
  note: { readonly project: string | null; readonly isOwn: boolean },
): Layer | undefined {
  const { personal, everywhere } = LAYER_KEYS;
  const key = note.isOwn ? personal : note.project && projectKey(note.project);
  if (key === projectKey(project)) return undefined;
  if (note.isOwn) return 'personal';
  return key === everywhere ? 'everywhere' : undefined;
}

/** Of places or tokens, layers have one of so many while the project fills all of them. */
export const ONE_FOR_LAYERS_IN = 4;

/** The layers that come with a project: it is not given with itself. */
export function layersOf(project: string): readonly Layer[] {
  return LAYERS.filter((layer) => LAYER_KEYS[layer] !== projectKey(project));
}
