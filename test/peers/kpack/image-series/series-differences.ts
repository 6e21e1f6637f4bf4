import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import { BUILDER_KIND_ANNOTATION } from '../../../../src/core/model/image-metadata.ts';
import type { SnapshotPair } from './series-comparison.ts';
import type { Snapshot } from './snapshot.ts';

/** An intended difference. Its id is a row of docs/reference/kpack-differences.md. */
interface SeriesDifference {
  readonly id: string;
  /** Returns both snapshots without the difference. */
  readonly reduce: (pair: SnapshotPair) => SnapshotPair;
}

/** The differences outside the statuses of Builds, and those in the statuses of rebases and of TaskRuns. */
export const SERIES_DIFFERENCES: readonly SeriesDifference[] = [
  { id: 'container-names-of-tekton', reduce: withKpacksContainerNames },
  { id: 'results-of-tekton', reduce: withReportOfPods },
  { id: 'skipped-steps-of-tekton', reduce: withWaitingSteps },
  { id: 'rebase-by-the-lifecycle', reduce: withoutPrepareOfRebases },
  { id: 'kind-of-the-builder', reduce: withoutBuilderKind },
  { id: 'meaning-behind-the-words', reduce: withoutMeaning },
];

function withKpacksContainerNames({ kpack, ours }: SnapshotPair): SnapshotPair {
  const text = JSON.stringify(ours).replaceAll(/(Container |-c )step-/g, '$1');
  return { kpack, ours: JSON.parse(text) as Snapshot };
}

/** Tekton's entrypoint writes the same results as a list into the termination message. */
function withReportOfPods({ kpack, ours }: SnapshotPair): SnapshotPair {
  const text = JSON.stringify(ours, (key, value: Json) =>
    key === 'message' && typeof value === 'string' && value.startsWith('[{"key":"IMAGE_') ? reportOf(value) : value,
  );
  return { kpack, ours: JSON.parse(text) as Snapshot };
}

function reportOf(message: string): string {
  const results = JSON.parse(message) as readonly { readonly key: string; readonly value: string }[];
  const named = Object.fromEntries(results.map(({ key, value }) => [key, value]));
  return JSON.stringify({ IMAGE_URL: named['IMAGE_URL'], IMAGE_DIGEST: named['IMAGE_DIGEST'] });
}

/** In a Pod of init containers, the containers after a failed one do not start. */
function withWaitingSteps({ kpack, ours }: SnapshotPair): SnapshotPair {
  const statuses = Object.entries(ours.statuses).map(([number, status]) => {
    const theirs = objectsAt(kpack.statuses[number] ?? {}, 'stepStates');
    const states = objectsAt(status, 'stepStates').map((state, index) => {
      const their = theirs[index] ?? {};
      return wasSkipped(state) && their['waiting'] !== undefined ? their : state;
    });
    return [number, { ...status, ...(states.length > 0 && { stepStates: states as readonly Json[] }) }] as const;
  });
  return { kpack, ours: { ...ours, statuses: Object.fromEntries(statuses) } };
}

function wasSkipped(state: JsonObject): boolean {
  return objectAt(state, 'terminated')['exitCode'] === 1;
}

/** kpack rebases in its first container. */
function withoutPrepareOfRebases({ kpack, ours }: SnapshotPair): SnapshotPair {
  const statuses = Object.entries(ours.statuses).map(([number, status]) => {
    const [first, ...others] = Array.isArray(status['stepsCompleted']) ? (status['stepsCompleted'] as Json[]) : [];
    if (first !== 'prepare' || !others.includes('rebase')) return [number, status] as const;
    const stepStates = objectsAt(status, 'stepStates').slice(1) as readonly Json[];
    return [number, { ...status, stepsCompleted: others, stepStates }] as const;
  });
  return { kpack, ours: { ...ours, statuses: Object.fromEntries(statuses) } };
}

/** kpack's caches drop the kind of a builder, so the annotation of a Build is empty. */
function withoutBuilderKind({ kpack, ours }: SnapshotPair): SnapshotPair {
  const isEmpty = !JSON.stringify(kpack.builds).includes(`"${BUILDER_KIND_ANNOTATION}":"Builder"`);
  return isEmpty ? { kpack: withoutAnnotations(kpack), ours: withoutAnnotations(ours) } : { kpack, ours };
}

function withoutAnnotations(snapshot: Snapshot): Snapshot {
  const builds = Object.entries(snapshot.builds).map(([number, build]) => [
    number,
    withoutAnnotation(build as JsonObject),
  ]);
  return { ...snapshot, builds: Object.fromEntries(builds) as JsonObject };
}

function withoutAnnotation(build: JsonObject): JsonObject {
  const metadata = objectAt(build, 'metadata');
  const { [BUILDER_KIND_ANNOTATION]: _, ...annotations } = objectAt(metadata, 'annotations');
  return { ...build, metadata: { ...metadata, annotations } };
}

/** The condition of the Image ends with the message of the failed Build. */
function withoutMeaning({ kpack, ours }: SnapshotPair): SnapshotPair {
  const status = objectAt(ours.image, 'status');
  const conditions = objectsAt(status, 'conditions').map((condition): JsonObject => {
    const { message } = condition;
    if (typeof message !== 'string') return condition;
    return { ...condition, message: message.replace(/\. [A-Z][^.]* \(exit code \d+\)\.$/, '') };
  });
  if (conditions.length === 0) return { kpack, ours };
  const image: JsonObject = { ...ours.image, status: { ...status, conditions: conditions as readonly Json[] } };
  return { kpack, ours: { ...ours, image } };
}
