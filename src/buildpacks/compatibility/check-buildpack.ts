import { isMeta, type Buildpack } from '../buildpack.ts';
import type { Refuse } from '../refuse.ts';
import { formatTarget } from '../target.ts';
import { isApiAtLeast } from './api-versions.ts';
import { allApis, type BaseImages, type LifecycleFacts, type StackFacts } from './base-images.ts';
import { missingMixins, relaxesMixins } from './mixins.ts';
import { fitsTarget, stackTarget } from './targets.ts';

/** The first Buildpack API with the stack `*` (buildpacks/spec, buildpack.md 0.5). */
const FIRST_ANY_STACK_API = '0.5';

/** Whether a buildpack runs on this lifecycle and these images: kpack's rules, and targets. Meta-buildpacks do not run. */
export function checkBuildpack(buildpack: Buildpack, { lifecycle, stack }: BaseImages, refuse: Refuse): void {
  if (isMeta(buildpack)) return;
  if (lifecycle !== undefined) checkApi(buildpack, lifecycle, refuse);
  if (stack === undefined) return;
  // A lifecycle that nobody knows is taken for one of today.
  const relaxed = lifecycle === undefined || relaxesMixins(allApis(lifecycle.platformApis));
  checkStack(buildpack, stack, relaxed, refuse);
  checkTargets(buildpack, stack, refuse);
}

/** By the text, as kpack and the lifecycle do. */
function checkApi({ api = '' }: Buildpack, { buildpackApis }: LifecycleFacts, refuse: Refuse): void {
  const apis = allApis(buildpackApis);
  if (!apis.includes(api)) refuse(`unsupported buildpack api: ${api}, expecting: ${apis.join(', ')}`);
}

/** The first stack that fits decides. Since Buildpack API 0.10 a buildpack may name none. */
function checkStack({ api, stacks = [] }: Buildpack, stack: StackFacts, relaxed: boolean, refuse: Refuse): void {
  if (stacks.length === 0) return;
  const supported = stacks.find(({ id }) => id === stack.id || (id === '*' && isApiAtLeast(api, FIRST_ANY_STACK_API)));
  if (supported === undefined) {
    refuse(`stack ${stack.id} is not supported`);
    return;
  }
  const missing = missingMixins(supported.mixins ?? [], stack.mixins, relaxed);
  if (missing.length > 0) refuse(`stack missing mixin(s): ${missing.join(', ')}`);
}

/** From Platform API 0.12 on the lifecycle reads targets, whatever the Buildpack API (phase/detector.go); none are any. */
function checkTargets({ targets = [] }: Buildpack, stack: StackFacts, refuse: Refuse): void {
  if (targets.length === 0) return;
  if (targets.some((target) => fitsTarget(target, stack))) return;
  const supported = targets.map(formatTarget).join(', ');
  refuse(`target ${formatTarget(stackTarget(stack))} is not supported, expecting: ${supported}`);
}
