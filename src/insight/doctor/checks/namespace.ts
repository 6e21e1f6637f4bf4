import { found, ok, whenRead, type Finding } from '../finding.ts';
import { enforcedLevel } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';

/** Checks that the namespace exists, and names the level of Pod Security that it enforces. */
export function checkNamespace(facts: ClusterFacts): readonly Finding[] {
  const { name, object } = facts.namespace;
  return whenRead('namespace', object, `the namespace ${name}`, (namespace) => {
    if (namespace === undefined) {
      return [
        found(
          'namespace',
          'error',
          `The namespace ${name} does not exist.`,
          'Create it, or choose another one with -n.',
        ),
      ];
    }
    const level = enforcedLevel(facts);
    return [
      ok(
        'pod-security',
        level === undefined
          ? `The namespace ${name} has no label that enforces a level of Pod Security.`
          : `The namespace ${name} enforces the Pod Security level ${level}. taskpack's own Pods satisfy restricted, unless extensions run as root.`,
      ),
    ];
  });
}
