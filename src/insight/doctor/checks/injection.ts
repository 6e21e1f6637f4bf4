import type { PodContainer } from '../../../../translators/progress/pod-containers.ts';
import { FIRST_TEKTON_THAT_STOPS_ALL, INJECTED_SIDECARS_FLAG } from '../../../core/model/tekton-features.ts';
import { WORKLOADS, type Workload } from '../../../core/model/workload.ts';
import { isOlderVersion } from '../../../core/model/version.ts';
import { found, ok, type Finding } from '../finding.ts';
import { injectedContainers } from '../injected-containers.ts';
import { hasDummySidecar, hasFlag, settingsOf, usedWorkload, valueOr } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { capitalized, podText } from './admission.ts';
import { flagAdvice } from './tekton-flags.ts';

/** Checks what admission adds to the Pod of each workload, and what that does to a Build. */
export function checkInjection(facts: ClusterFacts): readonly Finding[] {
  const effects = WORKLOADS.flatMap((workload) => {
    const added = injectedContainers(facts, workload);
    return added === undefined ? [] : [{ workload, added }];
  });
  const isUsedKnown = effects.some(({ workload }) => workload === usedWorkload(facts));
  if (isUsedKnown && effects.every(({ added }) => added.length === 0)) return [withoutMesh(facts)];
  return effects.map(({ workload, added }) => effectOf(facts, workload, added));
}

function withoutMesh(facts: ClusterFacts): Finding {
  const sentence = `No mesh adds containers to Pods of the namespace ${facts.namespace.name}`;
  const waits = facts.tekton.flags.kind === 'read' && isAwaited(facts);
  if (usedWorkload(facts) !== 'taskrun' || !waits) return ok('injection', `${sentence}.`);
  // This setting declares the dummy sidecar whatever Tekton's flags are, so that Tekton always waits.
  const hasFixedDummy = settingsOf(facts.controller).get('DUMMY_SIDECAR') === 'always';
  return found(
    'injection',
    'note',
    `${sentence}, but Tekton waits for injected proxies before the first step of a TaskRun, about two seconds.`,
    `${flagAdvice(INJECTED_SIDECARS_FLAG, 'false')} if no namespace with TaskRuns has a mesh${hasFixedDummy ? ', and DUMMY_SIDECAR to auto' : ''}.`,
  );
}

function effectOf(facts: ClusterFacts, workload: Workload, added: readonly PodContainer[]): Finding {
  const pod = capitalized(podText(workload));
  if (added.length === 0) return ok('injection', `${pod} gets no injected container.`);
  const proxies = added.filter(({ role }) => role === 'sidecar').map(({ name }) => name);
  const all = added.map(({ name }) => name).join(', ');
  // Native sidecars start before the phases, and the kubelet stops them.
  if (proxies.length === 0)
    return ok('injection', `${pod} gets ${all}, which the kubelet starts before the phases and ends.`);
  const names = proxies.join(', ');
  switch (workload) {
    case 'taskrun':
      return inTaskRun(facts, `${pod} gets ${all}`, names);
    case 'pod-init':
      return inInitLayout(facts, `${pod} gets ${all}`, names);
    case 'pod-containers':
      return ok(
        'injection',
        `${pod} gets ${all}. The controller starts the phases when ${names} is ready, and stops ${names} at the end.`,
      );
  }
}

function inTaskRun(facts: ClusterFacts, gets: string, names: string): Finding {
  const isUsed = usedWorkload(facts) === 'taskrun';
  if (hasFlag(facts, 'enable-kubernetes-sidecar')) {
    return found(
      'injection',
      isUsed ? 'warning' : 'note',
      `${gets}, and Tekton stops no sidecar because enable-kubernetes-sidecar is true. taskpack's controller stops the Pods of its own TaskRuns, which end as Failed. Pods of other TaskRuns, such as those of Pipelines, run until their deadline and keep their resources.`,
      `${flagAdvice('enable-kubernetes-sidecar', 'false')}, have the mesh inject native sidecars, or exclude Builds from the mesh.`,
    );
  }
  if (!isAwaited(facts)) {
    return found(
      'injection',
      isUsed ? 'error' : 'note',
      `${gets}, and Tekton does not wait for ${names}: the first step may reach no server.`,
      `${flagAdvice(`await-sidecar-readiness and ${INJECTED_SIDECARS_FLAG}`, 'true')}.`,
    );
  }
  const version = valueOr(facts.tekton.version, undefined);
  if (isOlderVersion(version, FIRST_TEKTON_THAT_STOPS_ALL) && !hasDummySidecar(facts)) {
    return found(
      'injection',
      isUsed ? 'warning' : 'note',
      `${gets}, and Tekton ${version} stops ${names} only if the TaskRun declares a sidecar: the Pod runs until its deadline.`,
      'Set DUMMY_SIDECAR to auto.',
    );
  }
  const unless = facts.tekton.flags.kind === 'unread' ? ', unless enable-kubernetes-sidecar is true' : '';
  return ok(
    'injection',
    `${gets}. Tekton starts the steps when ${names} is ready, and stops ${names} at the end${unless}.`,
  );
}

function isAwaited(facts: ClusterFacts): boolean {
  if (!hasFlag(facts, 'await-sidecar-readiness')) return false;
  return hasDummySidecar(facts) || hasFlag(facts, INJECTED_SIDECARS_FLAG);
}

function inInitLayout(facts: ClusterFacts, gets: string, names: string): Finding {
  const isUsed = usedWorkload(facts) === 'pod-init';
  const setting = settingsOf(facts.controller).get('SUPPORT_INJECTED_SIDECARS');
  return found(
    'injection',
    isUsed ? 'error' : 'note',
    `${gets} although the Pod opts out. ${names} starts after the phases, which may reach no server, and does not end.`,
    isUsed
      ? `Set SUPPORT_INJECTED_SIDECARS to true or auto${setting === undefined ? '' : ` (it is ${setting})`}, or make the injector respect its opt-out.`
      : 'Builds use another layout. Keep SUPPORT_INJECTED_SIDECARS or BACKEND as it is.',
  );
}
