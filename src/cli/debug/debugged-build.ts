import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { DEBUG_ANNOTATION, debugAnnotation, type DebugMode } from '../../core/model/debug-mode.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { childName } from '../../core/model/names.ts';
import { retriedBuild } from '../retry/retried-build.ts';

/** Returns the names of the debugged copies of a Build. */
export function* debugNames(name: string): Generator<string, never> {
  for (let number = 1; ; number += 1) yield childName(name, `-debug-${number}`);
}

/** True if the phases of the Build stop for a user who debugs it. */
export function isDebugged(build: KubeObject): boolean {
  return asBuild(build).metadata.annotations.raw[DEBUG_ANNOTATION] !== undefined;
}

/** Returns a copy of a Build that stops. Its time limit is longer by the time that a phase is held. */
export function debuggedBuild(build: KubeObject, name: string, mode: DebugMode): KubeObject {
  const copy = retriedBuild(build, name);
  const { metadata, spec } = asBuild(copy);
  const { activeDeadlineSeconds: limit } = spec;
  const annotations = { ...metadata.annotations.raw, [DEBUG_ANNOTATION]: debugAnnotation(mode) };
  return {
    ...copy,
    metadata: { ...copy.metadata, annotations },
    spec: { ...spec.raw, ...(limit !== undefined && { activeDeadlineSeconds: limit + mode.timeoutSeconds }) },
  };
}
