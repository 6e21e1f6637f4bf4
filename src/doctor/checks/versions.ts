import SemVer from 'semver/classes/semver.js';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { isFlagSet, usedLayout } from '../used-layout.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { flagAdvice } from './tekton-flags.ts';

/** The API server checks kpack's objects with policies, which Kubernetes serves from this version on. */
const OLDEST_KUBERNETES = '1.30.0';

/** From this version on, Tekton has step results behind a flag. The published Tasks need more. */
const OLDEST_TEKTON = '0.54.0';
const OLDEST_TEKTON_FOR_TASKS = '0.59.0';

/** From this version on, Tekton has step results without a flag. */
const STABLE_TEKTON = '1.0.0';

/** Checks the version of Kubernetes. */
export function checkKubernetes({ kubernetes }: ClusterFacts): readonly Finding[] {
  return whenRead('kubernetes', kubernetes, 'the version of Kubernetes', (version) =>
    isOlder(version, OLDEST_KUBERNETES)
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
    if (usedLayout(facts) !== 'taskrun') return [ok('tekton', 'The cluster has no Tekton, so Builds run as Pods.')];
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
    if (isOlder(version, OLDEST_TEKTON)) return [tooOld(facts, version)];
    if (isOlder(version, STABLE_TEKTON) && !isFlagSet(facts, 'enable-step-actions'))
      return [lacksResults(facts, version)];
    const tasks = isOlder(version, OLDEST_TEKTON_FOR_TASKS) ? ' The published Tasks need Tekton 0.59 or newer.' : '';
    return [ok('tekton', `Tekton ${version}.${tasks}`)];
  });
}

function tooOld(facts: ClusterFacts, version: string): Finding {
  return found(
    'tekton',
    usedLayout(facts) === 'taskrun' ? 'error' : 'note',
    `Tekton ${version} has no step results, which TaskRuns of taskpack use.`,
    'Install Tekton 1.0 or newer, or set BACKEND to native.',
  );
}

function lacksResults(facts: ClusterFacts, version: string): Finding {
  const isUnknown = facts.tekton.flags.kind === 'unread';
  return found(
    'tekton',
    usedLayout(facts) !== 'taskrun' ? 'note' : isUnknown ? 'warning' : 'error',
    `Tekton ${version} refuses TaskRuns with step results ${isUnknown ? 'unless' : 'because'} the flag enable-step-actions ${isUnknown ? 'is true; the flags could not be read' : 'is not true'}.`,
    `${flagAdvice('enable-step-actions', 'true')}, or install Tekton 1.0 or newer.`,
  );
}

/** True if a version is older than another. False for a version that is not semantic, such as `devel`. */
function isOlder(version: string, than: string): boolean {
  const [, numbers] = /^v?(\d{1,9}\.\d{1,9}\.\d{1,9})/.exec(version) ?? [];
  return numbers !== undefined && new SemVer(numbers).compare(than) < 0;
}
