import type { Manifest } from '../../../src/core/model/kubernetes-object.ts';
import { TEKTON_FOR_TASKS } from '../../../src/core/model/program-versions.ts';

type Kind = TaskKind | 'source';

const DISPLAY_NAMES: Readonly<Record<Kind, string>> = {
  build: 'Cloud Native Buildpacks',
  rebase: 'Cloud Native Buildpacks: rebase',
  source: 'Source for Cloud Native Buildpacks',
};

const TAGS: Readonly<Record<Kind, string>> = {
  build: 'image-build,buildpacks',
  rebase: 'image-build,buildpacks,rebase',
  source: 'git,source,buildpacks',
};

/** Returns the labels and annotations that catalogs of Tasks expect, and those for the Pods of the Task. */
export function taskMetadata({
  kind,
  name,
  version,
  podAnnotations = {},
}: {
  readonly kind: Kind;
  readonly name: string;
  readonly version: string;
  /** Tekton copies the annotations of a Task to its Pods. */
  readonly podAnnotations?: Readonly<Record<string, string>>;
}): Manifest['metadata'] {
  return {
    name,
    labels: { 'app.kubernetes.io/version': version },
    annotations: {
      'tekton.dev/pipelines.minVersion': TEKTON_FOR_TASKS.oldest,
      'tekton.dev/categories': kind === 'source' ? 'Git' : 'Image Build',
      'tekton.dev/tags': TAGS[kind],
      'tekton.dev/displayName': DISPLAY_NAMES[kind],
      'tekton.dev/platforms': 'linux/amd64,linux/arm64',
      'artifacthub.io/license': 'Apache-2.0',
      ...podAnnotations,
    },
  };
}

/** The kind of a Task: it builds an image or rebases one. */
export type TaskKind = 'build' | 'rebase';
