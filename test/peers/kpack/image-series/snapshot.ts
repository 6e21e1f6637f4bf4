import { objectAt, textAt } from '../../../support/json-field.ts';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import type { Registry } from '../../../cluster/registry/registry.ts';
import type { ImageHistory } from './image-history.ts';
import { NAMES } from './series-bed.ts';
import { observe } from './series-state.ts';
import type { SeriesUser } from './series-steps.ts';

/** The state after a step, without times, UIDs and the name of the controller. */
export interface Snapshot {
  readonly image: JsonObject;
  /** The conditions Ready of the Image during the step, each with the generations and the Build beside the condition. */
  readonly history: readonly string[];
  readonly resolver: JsonObject;
  readonly claim: JsonObject;
  /** The Builds without their statuses, by number. */
  readonly builds: JsonObject;
  /** The statuses of the Builds, by number. */
  readonly statuses: Readonly<Record<string, JsonObject>>;
  /** The digest of each tag in the registry. */
  readonly tags: JsonObject;
}

/** Returns a function that records the state. The digests of the builder's images are replaced by their order. */
export function recorder(user: SeriesUser, history: ImageHistory): () => Promise<Snapshot> {
  const builderImages: string[] = [];
  return async () => {
    const { image, builder, resolver, claim, builds } = await observe(user);
    const builderImage = textAt(objectAt(builder ?? {}, 'status'), 'latestImage') ?? '';
    if (!builderImages.includes(builderImage)) builderImages.push(builderImage);
    const numbered = (part: (build: JsonObject) => JsonObject): JsonObject =>
      Object.fromEntries(builds.map(({ number, build }) => [`${number}`, part(build)]));
    const snapshot: Snapshot = {
      image: partsOf(image, 'metadata', 'spec', 'status'),
      history: image === undefined ? [] : await history.until(image),
      resolver: partsOf(resolver, 'metadata', 'spec', 'status'),
      claim: partsOf(claim, 'metadata', 'spec'),
      builds: numbered((build) => partsOf(build, 'metadata', 'spec')),
      statuses: numbered((build) => objectAt(build, 'status')) as Snapshot['statuses'],
      tags: await tagsOf(user.bed.cluster.registry, `${user.owner}/${NAMES.image}`),
    };
    return comparable(snapshot, user.owner, builderImages);
  };
}

function partsOf(object: JsonObject = {}, ...parts: readonly string[]): JsonObject {
  return Object.fromEntries(parts.map((part) => [part, objectAt(object, part)]));
}

/** The fields that differ in every run, whichever controller works on the Image. */
const OF_THE_RUN: ReadonlySet<string> = new Set([
  'containerID',
  'creationTimestamp',
  'finishedAt',
  'lastTransitionTime',
  'managedFields',
  'resourceVersion',
  'startedAt',
  'uid',
]);

/** Returns the snapshot without what differs in every run. */
function comparable(snapshot: Snapshot, owner: string, builderImages: readonly string[]): Snapshot {
  const named = builderImages.reduce(
    (text, image, index) => text.replaceAll(image, `builder image ${index + 1}`),
    JSON.stringify(snapshot, (key, value: Json) => (OF_THE_RUN.has(key) ? undefined : value)),
  );
  const text = named
    .replaceAll(`/${owner}/`, '/OWNER/')
    .replaceAll(/(b\d+)\.\d{8}\.\d{6}/g, '$1.TIME')
    .replaceAll(/manually triggered on [^"\\]*/g, 'manually triggered on TIME');
  return JSON.parse(text) as Snapshot;
}

/** Returns the digests of all tags of a repository. */
async function tagsOf({ url }: Registry, repository: string): Promise<JsonObject> {
  const list = await fetch(`${url}/v2/${repository}/tags/list`);
  const { tags = [] } = (await list.json()) as { readonly tags?: readonly string[] };
  const digests = tags.toSorted().map(async (tag) => {
    const { headers } = await fetch(`${url}/v2/${repository}/manifests/${tag}`, {
      method: 'HEAD',
      headers: { accept: ACCEPTED },
    });
    return [tag, headers.get('docker-content-digest')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

const ACCEPTED = 'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json';
