import { asContainerState } from './container.ts';
import { conditions, objectMeta } from './object-meta.ts';
import { fields, json, list, number, optional, text, texts } from './reader.ts';
import { source } from './source.ts';

/** A buildpack in a status (kpack, `corev1alpha1.BuildpackMetadata`). */
export const buildpackMetadata = fields({ id: text, version: text, homepage: text });

export type BuildpackMetadata = ReturnType<typeof buildpackMetadata>;

const spec = fields({
  tags: texts,
  builder: fields({ image: text, ref: fields({ kind: text, name: text, namespace: text }) }),
  source,
  serviceAccountName: text,
  /** The name of the field in v1alpha1. */
  serviceAccount: text,
  env: list(fields({ name: text, valueFrom: optional(json) })),
  services: list(fields({ kind: text, name: text })),
  cnbBindings: list(fields({ name: text })),
  resources: fields({ requests: json, limits: json }),
  cache: fields({
    volume: fields({ persistentVolumeClaimName: text, volumeName: text }),
    registry: fields({ tag: text }),
  }),
  runImage: fields({ image: text }),
  lastBuild: fields({ image: text }),
  projectDescriptorPath: text,
  defaultProcess: text,
  activeDeadlineSeconds: number,
});

const status = fields({
  conditions,
  latestImage: text,
  latestCacheImage: text,
  buildMetadata: list(buildpackMetadata),
  stack: fields({ runImage: text }),
  lifecycleVersion: text,
  podName: text,
  stepStates: list(asContainerState),
  stepsCompleted: texts,
  /** The fields from here on are taskpack's own (docs/reference/kpack-differences.md). */
  backend: text,
  taskRunName: text,
  builderTrust: text,
  steps: list(fields({ name: text, startedAt: text, finishedAt: text, exitCode: number })),
  recreation: fields({ reason: text, of: text }),
  retryingSince: text,
  failure: optional(
    fields({
      reason: text,
      message: text,
      phase: text,
      exitCode: number,
      actor: text,
      advice: text,
      container: text,
      log: texts,
    }),
  ),
});

/** Reads a Build as the API server returns it (kpack, pkg/apis/build/v1alpha2, build_types.go), of kpack or of taskpack. */
export const asBuild = fields({ kind: text, metadata: objectMeta, spec, status });

export type Build = ReturnType<typeof asBuild>;
export type BuildStatus = Build['status'];
