import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import { factsOf } from '../images.ts';
import { known, unknown, type Reading } from '../reading.ts';
import { stackStatus, type StackStatus } from '../statuses/stack-status.ts';
import type { BuilderWorld } from '../world.ts';
import { readBaseImage, type BaseImage } from './base-image.ts';
import { isNotReady, whyNotReady } from './readiness.ts';

/** The images that a builder stands on and that its applications run on. */
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

/** The stack from its status, or from the facts of its images where kpack did not look at them or kept too little. */
export function readStack(stack: ClusterStack, world: Pick<BuilderWorld, 'imageFacts'>): Reading<BuilderStack> {
  const { spec, status } = stack;
  if (status !== undefined && isComplete(status)) return fromStatus(status);
  const facts = factsOf(world, [
    status?.buildImage?.latestImage ?? spec.buildImage.image,
    status?.runImage?.latestImage ?? spec.runImage.image,
  ]);
  if (facts.kind === 'unknown') {
    if (!isNotReady(status)) return facts;
    return unknown(`clusterstack '${stack.metadata.name}' is not ready${whyNotReady(status)}`, ...facts.reasons);
  }
  const [build, run] = facts.value;
  if (build === undefined || run === undefined) throw new Error('facts are as many as images');
  const completed = stackStatus(spec, build, run);
  return completed.kind === 'known' ? fromStatus(completed.value) : completed;
}

/** Whether the status has what kpack writes and, beyond it, what a digest needs. */
function isComplete({ id, buildImage, runImage }: StackStatus): boolean {
  const told = [id, buildImage?.latestImage, buildImage?.manifest, buildImage?.configuration, runImage?.latestImage];
  return told.every((field) => field !== undefined);
}

function fromStatus(status: StackStatus): Reading<BuilderStack> {
  const { id = '', buildImage, runImage, mixins = [], userId: uid = 0, groupId: gid = 0 } = status;
  const { latestImage = '', manifest = '', configuration = '' } = buildImage ?? {};
  const build = readBaseImage(latestImage, manifest, configuration);
  if (build.kind === 'unknown') return build;
  const { latestImage: run = '', distro } = runImage ?? {};
  return known({ id, mixins, uid, gid, build: build.value, runImage: run, ...(distro !== undefined && { distro }) });
}
