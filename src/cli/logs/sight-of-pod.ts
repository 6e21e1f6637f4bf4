import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Live } from '../../logs/live.ts';
import type { PodSight } from '../../logs/pod-sight.ts';
import { nextSight, successorOf, type BuildSight } from './build-sight.ts';

/** A Build in a cluster, and all pods with its label. */
export interface SeenBuild {
  /** `undefined` if there is none: its workload may have been printed by `taskpack translate`. */
  readonly build?: KubeObject;
  readonly pods: readonly KubeObject[];
}

/** What is to be seen of a Build where one of its pods is followed: the first that comes, if none is told. */
export function sightOfPod(seen: Live<SeenBuild>, followed: PodSight = { kind: 'absent' }): Live<BuildSight> {
  let pod = followed;
  return {
    now: () => {
      const { build, pods } = seen.now();
      pod = nextSight(pod, build, pods);
      const successor = successorOf(pod, build, pods);
      return { ...(build && { build }), pod, ...(successor && { successor }) };
    },
    changed: seen.changed,
  };
}
