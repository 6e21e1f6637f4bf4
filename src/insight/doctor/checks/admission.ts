import { isTektonContainer } from '../../../../translators/tekton/tekton-pod.ts';
import { WORKLOADS, type Workload } from '../../../core/model/workload.ts';
import { podSecurityAdvice, podSecurityDenial } from '../../../core/model/pod-security.ts';
import { found, ok, unknown, type CheckName, type Finding } from '../finding.ts';
import { layoutOf, usedWorkload } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';

/** Names the Pod of a workload. */
export function podText(workload: Workload): string {
  return workload === 'taskrun' ? 'the Pod of a TaskRun' : `a Pod in the ${layoutOf(workload)} layout`;
}

/** Returns a text as the start of a sentence. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Checks that the API server accepts the objects that would run a Build. */
export function checkAdmission(facts: ClusterFacts): readonly Finding[] {
  const findings = [...taskRunFindings(facts), ...podFindings(facts)];
  return findings.length > 0
    ? findings
    : [
        ok(
          'admission',
          `The API server accepts ${facts.probes.image === undefined ? 'a Build' : `a Build of the Image ${facts.probes.image}`}.`,
        ),
      ];
}

function taskRunFindings(facts: ClusterFacts): readonly Finding[] {
  const { taskRun } = facts.probes;
  if (taskRun === undefined) return [];
  if (taskRun.kind === 'unread') {
    return usedWorkload(facts) === 'taskrun' ? [unknown('admission', 'a dry run of a TaskRun', taskRun.why)] : [];
  }
  if (taskRun.value.kind === 'admitted') return [];
  return [refused(taskRun.value.message, ['taskrun'], 'a TaskRun', usedWorkload(facts) === 'taskrun')];
}

/** Returns one finding for each message. Several workloads can be refused for the same reason. */
function podFindings(facts: ClusterFacts): readonly Finding[] {
  const used = usedWorkload(facts);
  const workloadsBy = new Map<string, Workload[]>();
  const findings: Finding[] = [];
  for (const workload of WORKLOADS) {
    const probe = facts.probes.pods[workload];
    if (probe?.kind === 'unread') {
      if (workload === used) findings.push(unknown('admission', `a dry run of ${podText(workload)}`, probe.why));
    } else if (probe?.value.answer.kind === 'refused') {
      const { message } = probe.value.answer;
      workloadsBy.set(message, [...(workloadsBy.get(message) ?? []), workload]);
    }
  }
  for (const [message, workloads] of workloadsBy) {
    findings.push(refused(message, workloads, workloads.map(podText).join(' and '), workloads.includes(used)));
  }
  return findings;
}

function refused(message: string, workloads: readonly Workload[], what: string, isUsed: boolean): Finding {
  const { check, advice } =
    podSecurityCause(message, workloads) ?? CAUSES.find(({ pattern }) => pattern.test(message)) ?? OTHER_CAUSE;
  return found(check, isUsed ? 'error' : 'note', `The API server refuses ${what}: ${message}`, advice);
}

/** The Pod of a TaskRun has containers of Tekton. */
function podSecurityCause(message: string, workloads: readonly Workload[]): Omit<Cause, 'pattern'> | undefined {
  const denial = podSecurityDenial(message);
  const isOfTekton = workloads.includes('taskrun') ? isTektonContainer : () => false;
  return denial && { check: 'pod-security', advice: podSecurityAdvice(denial, isOfTekton) };
}

/** A reason for a refusal, which the API server's message shows. */
interface Cause {
  readonly pattern: RegExp;
  readonly check: CheckName;
  readonly advice: string;
}

const CAUSES: readonly Cause[] = [
  {
    pattern: /exceeded quota|failed quota|must specify (?:limits|requests)/,
    check: 'quota',
    advice:
      'Have the ResourceQuota raised, lower spec.build.resources of the Image, or give the namespace a LimitRange with defaults.',
  },
  {
    pattern: /(?:maximum|minimum) \S+ usage per|limit to request ratio per/,
    check: 'limits',
    advice: 'Change spec.build.resources of the Image, or the LimitRange that the message describes.',
  },
  {
    pattern: /(?:failed|error when) calling webhook|failed to call webhook/,
    check: 'webhooks',
    advice: 'Repair the webhook that the message names, or remove its configuration.',
  },
  {
    pattern: /service ?account .{0,1000}not found/i,
    check: 'account',
    advice: 'Create the ServiceAccount, or correct spec.serviceAccountName of the Image.',
  },
  {
    pattern: /namespaces? .{0,1000}(?:not found|being terminated)/,
    check: 'namespace',
    advice: 'Create the namespace, or choose another one with -n.',
  },
];

const OTHER_CAUSE: Omit<Cause, 'pattern'> = {
  check: 'admission',
  advice: 'Change the policy that the message names, or what the Image requests in spec.build.',
};
