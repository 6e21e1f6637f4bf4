import type { Manifest } from '../model/manifest.ts';

/** The resolver refuses a bundle of more (Tekton Bundle Contract v0.1). */
const MOST_OBJECTS = 20;

/** What of Tekton's can be referred to by name from elsewhere. */
const KINDS = ['Task', 'Pipeline', 'StepAction'];

/** Why Tekton would not take a bundle of the objects, or would never find one of them. */
export function bundleMistakes(objects: readonly Manifest[]): readonly string[] {
  return [...numberMistakes(objects.length), ...objects.flatMap(kindMistakes), ...repeatedNames(objects)];
}

function numberMistakes(count: number): readonly string[] {
  if (count === 0) return ['there is nothing to put into the bundle'];
  if (count <= MOST_OBJECTS) return [];
  return [
    `a Tekton Bundle holds at most ${MOST_OBJECTS} objects, and these are ${count}; make several bundles of them`,
  ];
}

function kindMistakes({ apiVersion, kind, metadata }: Manifest): readonly string[] {
  if (apiVersion.startsWith('tekton.dev/') && KINDS.includes(kind)) return [];
  return [
    `${kind} ${metadata.name} of ${apiVersion} cannot be in a Tekton Bundle, which holds Tasks, Pipelines and StepActions`,
  ];
}

/** The resolver looks for kind and name alone and takes the first, so another version of it would never be found. */
function repeatedNames(objects: readonly Manifest[]): readonly string[] {
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const repeated = names.filter((name, place) => names.indexOf(name) !== place);
  return [...new Set(repeated)].map(
    (name) => `${name} is there more than once, and Tekton would find only the first; name them differently`,
  );
}
