import type { JsonObject } from '../../src/model/json.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import type { PhaseList } from '../phases/phase.ts';
import { phaseContainer } from './container.ts';

/** Every phase but the last as an init container: the kubelet orders them, and the scheduler sees the largest. */
export function initLayout(build: ResolvedBuild, { phases }: PhaseList): JsonObject {
  const containers = phases.map((phase) => phaseContainer(phase, build.resources));
  return { initContainers: containers.slice(0, -1), containers: containers.slice(-1) };
}
