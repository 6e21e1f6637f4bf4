import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import { factsOf, incompleteFacts } from '../image-facts.ts';
import { known, unknown, type Reading } from '../reading.ts';
import { stackStatus, type StackStatus } from './stack-status.ts';
import { type BuilderResources, isNotReady, whyNotReady } from '../builder-resources.ts';
import { readBaseImage, type BaseImage } from './base-image.ts';

/** A builder's stack: the build image and the run image. */
export interface BuilderStack {
  readonly id: string;
  readonly mixins: readonly string[];
  readonly uid: number;
  readonly gid: number;
  readonly build: BaseImage;
  /** By digest. */
  readonly runImage: string;
  readonly distro?: { readonly name?: string; readonly version?: string };
}

/** Reads a stack from its status, or from the facts of its images if the status is missing or incomplete. */
export function readStack(stack: ClusterStack, resources: Pick<BuilderResources, 'imageFacts'>): Reading<BuilderStack> {
  const { spec, status } = stack;
  if (status !== undefined && isComplete(status)) return fromStatus(status);
  const facts = factsOf(resources, [
    status?.buildImage?.latestImage ?? spec.buildImage.image,
    status?.runImage?.latestImage ?? spec.runImage.image,
  ]);
  if (facts.kind === 'unknown') {
    if (!isNotReady(status)) return facts;
    return unknown(`clusterstack '${stack.metadata.name}' is not ready${whyNotReady(status)}`, ...facts.reasons);
  }
  const [build, run] = facts.value;
  if (build === undefined || run === undefined) throw new Error('there are facts for both images');
  const completed = stackStatus(spec, build, run);
  if (completed.kind === 'unknown') return completed;
  // Facts that taskpack has not written may lack the documents that the digest of a builder needs.
  const lacks = (['manifest', 'configuration'] as const).filter((field) => build[field] === undefined);
  if (lacks.length > 0) return unknown(incompleteFacts(spec.buildImage.image, lacks.join(' and no ')));
  return fromStatus(completed.value);
}

/** True if the status has kpack's fields and the additional ones that the digest needs. */
function isComplete({ id, buildImage, runImage }: StackStatus): boolean {
  const required = [
    id,
    buildImage?.latestImage,
    buildImage?.manifest,
    buildImage?.configuration,
    runImage?.latestImage,
  ];
  return required.every((field) => field !== undefined);
}

function fromStatus(status: StackStatus): Reading<BuilderStack> {
  const { id = '', buildImage, runImage, mixins = [], userId: uid = 0, groupId: gid = 0 } = status;
  const { latestImage = '', manifest = '', configuration = '' } = buildImage ?? {};
  const build = readBaseImage(latestImage, manifest, configuration);
  if (build.kind === 'unknown') return build;
  const { latestImage: run = '', distro } = runImage ?? {};
  return known({ id, mixins, uid, gid, build: build.value, runImage: run, ...(distro !== undefined && { distro }) });
}
