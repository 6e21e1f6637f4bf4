import { declaresDummySidecar } from '../../core/model/dummy-sidecar.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import { textMap, type TextMap } from '../../core/model/objects/reader.ts';
import { isFlagSet, tektonFeatures, type TektonFeatures } from '../../core/model/tekton-features.ts';
import type { Workload } from '../../core/model/workload.ts';
import { chooseWorkload } from '../../../translators/workload.ts';
import type { ControllerFacts, Read, ClusterFacts } from './cluster-facts.ts';

/** The settings of the controller that decide how a Build runs. Unknown settings have their defaults. */
export function settingsOf({ settings }: ControllerFacts): TextMap {
  return textMap(valueOr(settings, undefined));
}

/** Returns the workload that the controller creates for new Builds, as far as its settings are known. */
export function usedWorkload({ controller, tekton }: Pick<ClusterFacts, 'controller' | 'tekton'>): Workload {
  const settings = settingsOf(controller);
  const backend = settings.get('BACKEND') ?? 'auto';
  const support = settings.get('SUPPORT_INJECTED_SIDECARS') ?? settings.get('INJECTED_SIDECAR_SUPPORT');
  return chooseWorkload(
    {
      backend: backend === 'auto' || backend === 'tekton' ? backend : 'native',
      injectedSidecars: support === 'auto' || support === 'true' ? support : 'false',
    },
    valueOr(tekton.isServed, false),
  );
}

/** Returns a workload as findings, reports and bundles spell it. */
export function layoutOf(workload: Workload): 'taskrun' | 'init' | 'containers' {
  switch (workload) {
    case 'taskrun':
      return 'taskrun';
    case 'pod-init':
      return 'init';
    case 'pod-containers':
      return 'containers';
  }
}

/** True if TaskRuns declare the dummy sidecar (docs/explanation/sidecars.md). */
export function hasDummySidecar(facts: Pick<ClusterFacts, 'controller' | 'tekton'>): boolean {
  const setting = settingsOf(facts.controller).get('DUMMY_SIDECAR');
  const policy = setting === 'always' || setting === 'never' ? setting : 'auto';
  return declaresDummySidecar(policy, knownFeatures(facts), { optsOutOfMesh: false });
}

/** True if a feature flag of Tekton is set. Unknown flags have their defaults. */
export function hasFlag({ tekton }: Pick<ClusterFacts, 'tekton'>, name: string): boolean {
  return isFlagSet(valueOr(tekton.flags, undefined), name);
}

/** Returns the features of Tekton, as the controller derives them from its version and flags. */
export function knownFeatures({ tekton }: Pick<ClusterFacts, 'tekton'>): TektonFeatures {
  return tektonFeatures({ version: valueOr(tekton.version, undefined), flags: valueOr(tekton.flags, undefined) });
}

/** Returns a fact, or another value if the fact is not known. */
export function valueOr<T>(read: Read<T>, otherwise: T): T {
  return read.kind === 'read' ? read.value : otherwise;
}

/** Returns the level of Pod Security that a namespace enforces. `undefined` if it has no label, or is not known. */
export function enforcedLevel({ namespace }: Pick<ClusterFacts, 'namespace'>): string | undefined {
  const { metadata } = asObject(valueOr(namespace.object, undefined));
  return metadata.labels.get('pod-security.kubernetes.io/enforce');
}
