import {
  KUBERNETES,
  TEKTON,
  TEKTON_FOR_TASKS,
  testedVersions,
  type ProgramVersions,
} from '../../../core/model/program-versions.ts';
import { unsupportedTekton } from '../../../core/model/tekton-features.ts';
import { isOlderVersion, minorVersion, versionNumbers } from '../../../core/model/version.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { knownFeatures, usedWorkload } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { flagAdvice } from './tekton-flags.ts';

const OLDEST_KUBERNETES = minorVersion(KUBERNETES.oldest);
const TEKTON_WITH_FLAG = minorVersion(TEKTON_FOR_TASKS.oldestWithFlag);

/** A Tekton that runs the published Tasks, too. */
const NEWER_TEKTON = `Tekton ${minorVersion(TEKTON_FOR_TASKS.oldest)} or newer`;

/** Checks the version of Kubernetes. */
export function checkKubernetes({ kubernetes }: ClusterFacts): readonly Finding[] {
  return whenRead('kubernetes', kubernetes, 'the version of Kubernetes', (version) =>
    isOlderVersion(version, KUBERNETES.oldest)
      ? [
          found(
            'kubernetes',
            'error',
            `Kubernetes ${version} is older than ${OLDEST_KUBERNETES}, so it does not check Images and Builds when they are written.`,
            `Upgrade the cluster to Kubernetes ${OLDEST_KUBERNETES} or newer.`,
          ),
        ]
      : [ok('kubernetes', `Kubernetes ${version}.${untested(version, KUBERNETES)}`)],
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
        `Install ${NEWER_TEKTON}, or set BACKEND to auto or native.`,
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
    const tasks = isOlderVersion(version, TEKTON_FOR_TASKS.oldestWithFlag)
      ? ` The published Tasks need Tekton ${TEKTON_WITH_FLAG} or newer.`
      : '';
    return [ok('tekton', `Tekton ${version}.${tasks}${untested(version, TEKTON)}`)];
  });
}

function tooOld(facts: ClusterFacts, unsupported: string): Finding {
  return found(
    'tekton',
    usedWorkload(facts) === 'taskrun' ? 'error' : 'note',
    `${unsupported}.`,
    `Install ${NEWER_TEKTON}, or set BACKEND to native.`,
  );
}

/** Builds run, but the registry must confirm their digests, and the published Tasks do not run. */
function lacksStepResults({ tekton }: ClusterFacts, version: string): Finding {
  const hasFlag = !isOlderVersion(version, TEKTON_FOR_TASKS.oldestWithFlag);
  const unless =
    hasFlag && tekton.flags.kind === 'unread'
      ? ', unless the flag enable-step-actions is true, which could not be read'
      : '';
  return found(
    'tekton',
    'note',
    `Tekton ${version} has no results of steps${unless}. So the controller compares the digest of each image with the registry, which needs the right to pull the image, and the published Tasks do not run.`,
    hasFlag
      ? `${flagAdvice('enable-step-actions', 'true')}, or install ${NEWER_TEKTON}.`
      : `Install ${NEWER_TEKTON}, to use the Tasks.`,
  );
}

/** Returns a sentence, after a space, if a minor version is newer than those that taskpack is tested on. */
function untested(version: string, versions: ProgramVersions): string {
  const numbers = versionNumbers(version);
  const newest = minorVersion(testedVersions(versions).at(-1) ?? versions.tested);
  if (numbers === undefined || !isOlderVersion(newest, `${minorVersion(numbers)}.0`)) return '';
  return ` taskpack is tested up to ${newest}.`;
}
