import { unsupportedTekton } from '../../../core/model/tekton-features.ts';
import { isOlderVersion } from '../../../core/model/version.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { knownFeatures, usedWorkload } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { flagAdvice } from './tekton-flags.ts';

/** The API server checks kpack's objects with policies, which Kubernetes serves from this version on. */
const OLDEST_KUBERNETES = '1.30.0';

/** The published Tasks need results of steps and the form that they have from this version on. */
const OLDEST_TEKTON_FOR_TASKS = '0.59.0';

/** Checks the version of Kubernetes. */
export function checkKubernetes({ kubernetes }: ClusterFacts): readonly Finding[] {
  return whenRead('kubernetes', kubernetes, 'the version of Kubernetes', (version) =>
    isOlderVersion(version, OLDEST_KUBERNETES)
      ? [
          found(
            'kubernetes',
            'error',
            `Kubernetes ${version} is older than 1.30, so it does not check Images and Builds when they are written.`,
            'Upgrade the cluster to Kubernetes 1.30 or newer.',
          ),
        ]
      : [ok('kubernetes', `Kubernetes ${version}.`)],
  );
}

/** Checks that Tekton is there if Builds need it, and that its version can run them. */
export function checkTekton(facts: ClusterFacts): readonly Finding[] {
  return whenRead('tekton', facts.tekton.isServed, 'Tekton', (isServed) => {
    if (isServed) return checkTektonVersion(facts);
    if (usedWorkload(facts) !== 'taskrun') return [ok('tekton', 'The cluster has no Tekton, so Builds run as Pods.')];
    return [
      found(
        'tekton',
        'error',
        'The cluster does not serve TaskRuns of tekton.dev/v1, but the setting BACKEND is tekton.',
        'Install Tekton 1.0 or newer, or set BACKEND to auto or native.',
      ),
    ];
  });
}

function checkTektonVersion(facts: ClusterFacts): readonly Finding[] {
  return whenRead('tekton', facts.tekton.version, 'the version of Tekton', (version) => {
    if (version === undefined) return [ok('tekton', 'Tekton of an unknown version.')];
    const unsupported = unsupportedTekton(version);
    if (unsupported !== undefined) return [tooOld(facts, unsupported)];
    if (!knownFeatures(facts).stepResults) return [lacksStepResults(facts, version)];
    const tasks = isOlderVersion(version, OLDEST_TEKTON_FOR_TASKS)
      ? ' The published Tasks need Tekton 0.59 or newer.'
      : '';
    return [ok('tekton', `Tekton ${version}.${tasks}`)];
  });
}

function tooOld(facts: ClusterFacts, unsupported: string): Finding {
  return found(
    'tekton',
    usedWorkload(facts) === 'taskrun' ? 'error' : 'note',
    `${unsupported}.`,
    'Install Tekton 1.0 or newer, or set BACKEND to native.',
  );
}

/** Builds run, but the registry must confirm their digests, and the published Tasks do not run. */
function lacksStepResults({ tekton }: ClusterFacts, version: string): Finding {
  const hasFlag = !isOlderVersion(version, OLDEST_TEKTON_FOR_TASKS);
  const unless =
    hasFlag && tekton.flags.kind === 'unread'
      ? ', unless the flag enable-step-actions is true, which could not be read'
      : '';
  return found(
    'tekton',
    'note',
    `Tekton ${version} has no results of steps${unless}. So the controller compares the digest of each image with the registry, which needs the right to pull the image, and the published Tasks do not run.`,
    hasFlag
      ? `${flagAdvice('enable-step-actions', 'true')}, or install Tekton 1.0 or newer.`
      : 'Install Tekton 1.0 or newer, to use the Tasks.',
  );
}
