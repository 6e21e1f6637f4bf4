import { found, ok, whenRead, type Finding } from '../finding.ts';
import { enforcedLevel } from '../used-layout.ts';
import type { World } from '../world.ts';

/** Checks that the namespace exists, and names the level of Pod Security that it enforces. */
export function checkNamespace(world: World): readonly Finding[] {
  const { name, object } = world.namespace;
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
    const level = enforcedLevel(world);
    return [
      ok(
        'pod-security',
        level === undefined
          ? `The namespace ${name} has no label that enforces a level of Pod Security.`
          : `The namespace ${name} enforces the Pod Security level ${level}. taskpack's own Pods satisfy restricted.`,
      ),
    ];
  });
}
