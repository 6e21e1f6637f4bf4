import { found, ok, whenRead, type Finding } from '../finding.ts';
import { injectedContainers } from '../injected-containers.ts';
import { enforcedLevel, hasDummySidecar, hasFlag, settingsOf, usedWorkload, valueOr } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { FIRST_TEKTON_WITH_SECURITY_CONTEXT, INJECTED_SIDECARS_FLAG } from '../../../core/model/tekton-features.ts';
import { isOlderVersion } from '../../../core/model/version.ts';

/** Checks the feature flags of Tekton that change how a TaskRun runs. */
export function checkTektonFlags(facts: ClusterFacts): readonly Finding[] {
  if (!valueOr(facts.tekton.isServed, false)) return [];
  return whenRead('tekton-flags', facts.tekton.flags, "Tekton's feature flags", () => {
    const findings = [
      nativeSidecars(facts),
      ...earlyStarts(facts),
      accountSecrets(facts),
      securityContext(facts),
    ].filter((finding) => finding !== undefined);
    return findings.length > 0 ? findings : [ok('tekton-flags', "Tekton's feature flags suit Builds.")];
  });
}

/** A flag is an error only if Builds run as TaskRuns. */
function severityOf(facts: ClusterFacts, result: 'error' | 'warning'): 'error' | 'warning' | 'note' {
  return usedWorkload(facts) === 'taskrun' ? result : 'note';
}

/** Returns the advice to change a flag, without its full stop. */
export function flagAdvice(name: string, value: string): string {
  return `Set ${name} to "${value}" in Tekton's ConfigMap feature-flags`;
}

/** A native sidecar that the task declares ends after the last regular container, so never beside an injected proxy. */
function nativeSidecars(facts: ClusterFacts): Finding | undefined {
  if (!hasFlag(facts, 'enable-kubernetes-sidecar') || !hasDummySidecar(facts)) return undefined;
  return found(
    'tekton-flags',
    severityOf(facts, 'warning'),
    "enable-kubernetes-sidecar is true and DUMMY_SIDECAR is always: beside an injected proxy, a TaskRun ends only because taskpack's controller stops its Pod, some seconds after the last step.",
    'Set DUMMY_SIDECAR to auto or never.',
  );
}

/**
 * The check of injection reports what a known mesh adds. With await-sidecar-readiness, a declared sidecar makes Tekton wait whatever
 * the other flag is (tektoncd/pipeline, pkg/pod/pod.go, isPodReadyImmediately).
 */
function earlyStarts(facts: ClusterFacts): readonly Finding[] {
  if (usedWorkload(facts) !== 'taskrun' || injectedContainers(facts, 'taskrun') !== undefined) return [];
  const flags = ['await-sidecar-readiness', ...(hasDummySidecar(facts) ? [] : [INJECTED_SIDECARS_FLAG])];
  return flags.filter((flag) => !hasFlag(facts, flag)).map((flag) => startsEarly(flag));
}

/** Returns the finding about a flag without which Tekton does not wait for injected proxies. */
function startsEarly(flag: string): Finding {
  return found(
    'tekton-flags',
    'warning',
    `${flag} is false: the first step starts before injected proxies are ready, and may reach no server.`,
    `${flagAdvice(flag, 'true')}, unless no proxy is injected into Builds.`,
  );
}

function accountSecrets(facts: ClusterFacts): Finding | undefined {
  if (hasFlag(facts, 'disable-creds-init')) return undefined;
  if (settingsOf(facts.controller).get('TASKRUN_SERVICE_ACCOUNT') !== 'build') return undefined;
  return found(
    'tekton-flags',
    severityOf(facts, 'error'),
    'disable-creds-init is false and TASKRUN_SERVICE_ACCOUNT is build: Tekton shows the Secrets of accounts to buildpacks, so Builds with such an account fail with CredentialsExposed.',
    `${flagAdvice('disable-creds-init', 'true')}, or set TASKRUN_SERVICE_ACCOUNT to isolated.`,
  );
}

/** Tekton's own init container lacks the fields that the level `restricted` requires, unless the flag is set. */
function securityContext(facts: ClusterFacts): Finding | undefined {
  if (enforcedLevel(facts) !== 'restricted') return undefined;
  const version = valueOr(facts.tekton.version, undefined);
  if (isOlderVersion(version, FIRST_TEKTON_WITH_SECURITY_CONTEXT)) {
    return found(
      'tekton-flags',
      severityOf(facts, 'error'),
      `Tekton ${version} has no flag set-security-context, and the namespace ${facts.namespace.name} enforces Pod Security restricted, which refuses Tekton's own containers.`,
      'Install Tekton 0.49 or newer and set the flag, or set BACKEND to native.',
    );
  }
  if (hasFlag(facts, 'set-security-context')) return undefined;
  return found(
    'tekton-flags',
    severityOf(facts, 'error'),
    `set-security-context is false, and the namespace ${facts.namespace.name} enforces Pod Security restricted, which refuses Tekton's own containers.`,
    `${flagAdvice('set-security-context', 'true')}, or set BACKEND to native.`,
  );
}
