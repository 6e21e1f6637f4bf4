import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { ObjectName, Resource } from '../../clients/kube/client/resource.ts';
import { BUILDS, PODS, SOURCE_RESOLVERS } from '../../clients/kube/client/resources.ts';
import { ignoreKubeErrors } from '../../clients/kube/kube-error.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import { defined } from '../../core/model/defined.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { asBuilder } from '../../core/model/objects/builder.ts';
import { asImage, asSourceResolver } from '../../core/model/objects/image.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { childName } from '../../core/model/names.ts';
import { fieldWarning, type FieldProblem } from '../../core/model/problem.ts';
import { builderView } from '../../insight/views/builder-view.ts';
import { buildView } from '../../insight/views/build-view.ts';
import { imageView } from '../../insight/views/image-view.ts';
import type { ShownView } from '../objects/object-columns.ts';
import { accessError, refusal } from '../objects/access-error.ts';

type Client = Pick<KubeClient, 'get' | 'list'>;

/** The view of an object, and warnings about what the user may not read. */
export interface StatusRead {
  readonly view: ShownView;
  readonly problems: readonly FieldProblem[];
}

/** Reads what belongs to an object, and returns its view. Objects that the user may not read are left out. */
export async function readStatus(client: Client, object: KubeObject, nowMs: number): Promise<StatusRead> {
  const namespace = asObject(object).metadata.namespace ?? '';
  switch (object.kind) {
    case 'Image':
      return readImage(client, object, namespace, nowMs);
    case 'Build':
      return readBuild(client, object, namespace, nowMs);
    default:
      return { view: builderView(asBuilder(object)), problems: [] };
  }
}

async function readBuild(client: Client, object: KubeObject, namespace: string, nowMs: number): Promise<StatusRead> {
  const build = asBuild(object);
  const { podName } = build.status;
  const pod = podName === undefined ? undefined : await readOptional(client, PODS, { namespace, name: podName });
  return { view: buildView({ build, nowMs, ...defined({ pod: pod && asPod(pod) }) }), problems: [] };
}

async function readImage(client: Client, image: KubeObject, namespace: string, nowMs: number): Promise<StatusRead> {
  const { name } = image.metadata;
  const [resolver, { builds, problems }] = await Promise.all([
    readOptional(client, SOURCE_RESOLVERS, { namespace, name: childName(name, '-source') }),
    readBuilds(client, image, namespace),
  ]);
  const view = imageView({
    image: asImage(image),
    builds: builds.map(asBuild),
    nowMs,
    ...defined({ resolver: resolver && asSourceResolver(resolver) }),
  });
  return { view, problems };
}

interface ReadBuilds {
  readonly builds: readonly KubeObject[];
  readonly problems: readonly FieldProblem[];
}

/** Lists the Builds of an Image. A queued Image waits for Builds of other Images, so all Builds of the namespace are listed. */
async function readBuilds(client: Client, image: KubeObject, namespace: string): Promise<ReadBuilds> {
  const resource = BUILDS;
  const selector =
    imageView({ image: asImage(image), builds: [], nowMs: 0 }).state.kind === 'queued'
      ? {}
      : { labelSelector: `${IMAGE_LABEL}=${image.metadata.name}` };
  const access = { verb: 'list', resource, namespace } as const;
  const builds: KubeObject[] = [];
  try {
    for await (const build of client.list(resource, { namespace, ...selector })) builds.push(build);
    return { builds, problems: [] };
  } catch (error) {
    const refused = refusal(error, access);
    if (refused === undefined) throw accessError(error, access);
    return { builds: [], problems: [fieldWarning([], `${refused.message} (${refused.details ?? ''})`)] };
  }
}

/** Reads an object that adds details. Returns `undefined` if it is gone, or the user may not read it. */
async function readOptional(client: Client, resource: Resource, name: ObjectName): Promise<KubeObject | undefined> {
  return client.get(resource, name).catch(ignoreKubeErrors('NOT_FOUND', 'FORBIDDEN'));
}
