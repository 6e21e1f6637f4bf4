import { checkAdmission } from './checks/admission.ts';
import { checkClocks } from './checks/clock.ts';
import { checkController, checkDefinitions } from './checks/controller.ts';
import { checkImageExtensions } from './checks/image-extensions.ts';
import { checkInjection } from './checks/injection.ts';
import { checkNamespace } from './checks/namespace.ts';
import { checkNetworks } from './checks/networks.ts';
import { checkRegistries } from './checks/registries.ts';
import { checkLimits, checkQuotas } from './checks/resources.ts';
import { checkBuilders, checkImages, checkSources } from './checks/readiness.ts';
import { checkRollout } from './checks/rollout.ts';
import { checkStorage } from './checks/storage.ts';
import { checkTags } from './checks/tags.ts';
import { checkTektonFlags } from './checks/tekton-flags.ts';
import { checkKubernetes, checkTekton } from './checks/versions.ts';
import { checkWebhooks } from './checks/webhooks.ts';
import type { Finding } from './finding.ts';
import type { ClusterFacts } from './cluster-facts.ts';

type Check = (facts: ClusterFacts) => readonly Finding[];

/** All checks, in the order of their findings: from the cluster to the namespace. */
const ALL_CHECKS: readonly Check[] = [
  checkKubernetes,
  checkDefinitions,
  checkController,
  checkRollout,
  checkTekton,
  checkTektonFlags,
  checkWebhooks,
  checkClocks,
  checkTags,
  checkNamespace,
  checkImageExtensions,
  checkImages,
  checkSources,
  checkBuilders,
  checkNetworks,
  checkAdmission,
  checkInjection,
  checkQuotas,
  checkLimits,
  checkStorage,
  checkRegistries,
];

/** In a namespace that does not exist, the other checks of the namespace would find only the same cause again. */
const CHECKS_WITHOUT_NAMESPACE = ALL_CHECKS.slice(0, ALL_CHECKS.indexOf(checkNamespace) + 1);

/** Returns what all checks find. */
export function diagnose(facts: ClusterFacts): readonly Finding[] {
  const { object } = facts.namespace;
  const checks = object.kind === 'read' && object.value === undefined ? CHECKS_WITHOUT_NAMESPACE : ALL_CHECKS;
  const findings = checks.flatMap((check) => check(facts));
  return findings.filter(
    (finding, index) =>
      findings.findIndex((other) => other.check === finding.check && other.message === finding.message) === index,
  );
}
