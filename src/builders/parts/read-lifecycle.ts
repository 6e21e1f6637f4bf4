import type { ClusterLifecycle } from '../../api/kpack/cluster-lifecycle.ts';
import { factsOf } from '../images.ts';
import { known, unknown, type Reading } from '../reading.ts';
import { lifecycleStatus, type LifecycleStatus } from '../statuses/lifecycle-status.ts';
import type { BuilderWorld } from '../world.ts';
import { isNotReady, whyNotReady } from './readiness.ts';

/** The lifecycle that a builder gets: the last layer of its image, and what it speaks. */
export interface BuilderLifecycle {
  /** As the ClusterLifecycle names it. */
  readonly name: string;
  /** By digest. */
  readonly image: string;
  readonly version: string;
  readonly api: { readonly buildpack?: string; readonly platform?: string };
  readonly apis: { readonly buildpack: ApiSet; readonly platform: ApiSet };
  readonly layer: NonNullable<LifecycleStatus['layer']>;
  readonly platform: NonNullable<LifecycleStatus['platform']>;
}

interface ApiSet {
  readonly deprecated: readonly string[];
  readonly supported: readonly string[];
}

/** The lifecycle from its status, or from its image's facts where kpack did not look at it or kept too little. */
export function readLifecycle(
  lifecycle: ClusterLifecycle,
  world: Pick<BuilderWorld, 'imageFacts'>,
): Reading<BuilderLifecycle> {
  const { spec, status } = lifecycle;
  const told = status === undefined ? undefined : fromStatus(spec.image, status);
  if (told !== undefined) return known(told);
  const facts = factsOf(world, [status?.image?.latestImage ?? spec.image]);
  if (facts.kind === 'unknown') {
    if (!isNotReady(status)) return facts;
    const { name } = lifecycle.metadata;
    return unknown(`clusterlifecycle '${name}' is not ready${whyNotReady(status)}`, ...facts.reasons);
  }
  const [ofImage] = facts.value;
  const completed = ofImage && lifecycleStatus(spec.image, ofImage);
  if (completed?.kind === 'unknown') return completed;
  const read = completed && fromStatus(spec.image, completed.value);
  return read === undefined ? unknown(`the facts of image ${spec.image} tell of no lifecycle layer`) : known(read);
}

/** Nothing where the status lacks what a digest needs; kpack's own does. */
function fromStatus(name: string, status: LifecycleStatus): BuilderLifecycle | undefined {
  const { image, version, api = {}, apis = {}, layer, platform } = status;
  if (image?.latestImage === undefined || version === undefined) return undefined;
  if (layer === undefined || platform === undefined) return undefined;
  const sets = { buildpack: apiSet(apis.buildpack), platform: apiSet(apis.platform) };
  return { name, image: image.latestImage, version, api, apis: sets, layer, platform };
}

function apiSet({ deprecated = [], supported = [] }: Partial<ApiSet> = {}): ApiSet {
  return { deprecated, supported };
}
