import type { ClusterLifecycle } from '../../api/kpack/cluster-lifecycle.ts';
import { digestProblem, factsOf, incompleteFacts, latestImage } from '../image-facts.ts';
import { known, type Reading, unknown } from '../reading.ts';
import { type BuilderResources, isNotReady, whyNotReady } from '../builder-resources.ts';
import type { ImageFacts } from '../../api/taskpack/image-facts.ts';

/** A builder's lifecycle: the last layer of its image, and the APIs that it supports. */
export interface BuilderLifecycle {
  /** The image reference of the ClusterLifecycle. */
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

/** Reads a lifecycle from its status, or from its image's facts if the status is missing or incomplete. */
export function readLifecycle(
  lifecycle: ClusterLifecycle,
  resources: Pick<BuilderResources, 'imageFacts'>,
): Reading<BuilderLifecycle> {
  const { spec, status } = lifecycle;
  const ofStatus = status === undefined ? undefined : fromStatus(spec.image, status);
  if (ofStatus !== undefined) return known(ofStatus);
  const facts = factsOf(resources, [status?.image?.latestImage ?? spec.image]);
  if (facts.kind === 'unknown') {
    if (!isNotReady(status)) return facts;
    const { name } = lifecycle.metadata;
    return unknown(`clusterlifecycle '${name}' is not ready${whyNotReady(status)}`, ...facts.reasons);
  }
  const [ofImage] = facts.value;
  const completed = ofImage && lifecycleStatus(spec.image, ofImage);
  if (completed?.kind === 'unknown') return completed;
  const read = completed && fromStatus(spec.image, completed.value);
  return read === undefined ? unknown(incompleteFacts(spec.image, 'lifecycle layer')) : known(read);
}

/** Returns `undefined` if the status lacks fields that the digest needs, as a status that kpack wrote. */
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

/** The status of a ClusterLifecycle. */
export type LifecycleStatus = NonNullable<ClusterLifecycle['status']>;

/** Returns the status that kpack's RemoteLifecycleReader writes for an image, with taskpack's additional fields. */
export function lifecycleStatus(image: string, facts: ImageFacts): Reading<LifecycleStatus> {
  const { lifecycle, platform } = facts;
  if (lifecycle?.version === undefined) return unknown('could not find label io.buildpacks.builder.metadata');
  if (lifecycle.apis === undefined) return unknown('could not find label io.buildpacks.lifecycle.apis');
  const problem = digestProblem(image, facts);
  if (problem !== undefined) return unknown(problem);
  return known({
    ...lifecycle,
    image: { ...latestImage(image, facts), image },
    ...(platform !== undefined && { platform }),
  });
}
