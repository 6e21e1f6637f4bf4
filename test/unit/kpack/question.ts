import { DEFAULT_PLATFORM_API } from '../../../src/core/model/platform-api.ts';
import type { Build } from '../../../src/core/api/kpack/build.ts';
import type { Builder } from '../../../src/core/api/kpack/builder.ts';
import type { ImageFacts } from '../../../src/core/api/taskpack/image-facts.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { ARCHITECTURE_LABEL, nodeArchitecture } from '../../../src/core/model/node-architecture.ts';
import { resolveAccountSecrets } from '../../../src/core/resolver/service-account.ts';
import type { ReferencedObjects } from '../../../src/core/resolver/referenced-objects.ts';
import type { KpackRequest, Question } from './oracle.ts';
import type { Subject } from './subject.ts';

type Facts = Pick<KpackRequest, 'secrets' | 'imagePullSecrets' | 'bindings' | 'builder'>;

const NOTHING: Facts = {
  secrets: [],
  imagePullSecrets: [],
  bindings: { services: [], cnb: [] },
  builder: { image: 'builder', stackId: '', runImage: '', uid: 0, gid: 0, platformApis: ['0.9'], architecture: '' },
};

/** Returns the Build with the objects that kpack's controller would find (kpack, pkg/buildpod/generator.go). */
export function questionOf({ written, byController, build, world, options }: Subject): Question {
  const refusals: string[] = [];
  const facts = build === undefined ? NOTHING : factsOf(build, world, (refusal) => void refusals.push(refusal));
  const request: KpackRequest = {
    build: written,
    byController,
    ...facts,
    maximumPlatformApi: options.maximumPlatformApi ?? DEFAULT_PLATFORM_API,
    trustUnknownSshHosts: options.trustUnknownSshHosts,
    images: {
      buildInit: 'kpack/build-init',
      buildWaiter: 'kpack/build-waiter',
      completion: 'kpack/completion',
      rebase: 'kpack/rebase',
    },
  };
  const [refusal] = refusals;
  return { request, ...(refusal !== undefined && { refusal }) };
}

type Refuse = (reason: string) => void;

function factsOf(build: Build, world: ReferencedObjects, refuse: Refuse): Facts {
  const bindings = bindingsOf(build, world, refuse);
  const { secrets, imagePull } = resolveAccountSecrets(build, world, ({ severity, message }) => {
    if (severity === 'error') refuse(message);
  });
  const listed = new Set(secrets.map(({ metadata }) => metadata.name));
  return {
    bindings,
    secrets: secrets as readonly JsonObject[],
    imagePullSecrets: imagePull.filter((name) => !listed.has(name)).map((name) => ({ name })),
    builder: builderOf(build, world, refuse),
  };
}

function bindingsOf({ metadata, spec }: Build, world: ReferencedObjects, refuse: Refuse): KpackRequest['bindings'] {
  const services = (spec.services ?? []).map(({ apiVersion = '', kind, name }) => {
    if (kind === 'Secret') return { name, secret: name };
    const found = world.provisionedService({ namespace: metadata.namespace, apiVersion, kind, name });
    if (found === undefined) refuse(`${kind} "${name}" not found`);
    return { name, ...found };
  });
  const cnb = (services.length > 0 ? [] : (spec.cnbBindings ?? [])).map(({ name, metadataRef, secretRef }) => ({
    name,
    metadata: metadataRef?.name ?? '',
    ...(secretRef?.name !== undefined && { secret: secretRef.name }),
  }));
  const forbidden = world.serviceAccounts(metadata.namespace).flatMap(({ secrets = [] }) => secrets);
  for (const [word, list] of Object.entries({ service: services, binding: cnb })) {
    for (const { name, secret } of list) {
      if (secret !== undefined && forbidden.some((reference) => reference.name === secret))
        refuse(`build rejected: ${word} "${name}" uses forbidden secret "${secret}"`);
    }
  }
  return { services, cnb };
}

function builderOf({ metadata, spec }: Build, world: ReferencedObjects, refuse: Refuse): KpackRequest['builder'] {
  const named = nameBuilder(metadata.namespace, spec.builder, world, refuse);
  if (named === undefined) return NOTHING.builder;
  const { image, status } = named;
  // kpack refuses a selector that chooses an image of an index.
  const chosen = nodeArchitecture(spec.nodeSelector?.[ARCHITECTURE_LABEL]);
  const facts = world.imageFacts(image, chosen);
  if (facts === undefined) refuse('unable to fetch remote builder image');
  // A Builder's status repeats the image's labels, which the facts in a file may omit.
  const stackId = facts?.stackId ?? status?.stack?.id;
  const apis = facts?.lifecycle?.apis?.platform ?? status?.lifecycle?.apis?.platform;
  if (facts !== undefined) checkBuilder({ ...facts, ...(stackId !== undefined && { stackId }) }, refuse);
  return {
    image,
    stackId: stackId ?? '',
    runImage: facts?.runImage?.image ?? status?.stack?.runImage ?? '',
    uid: facts?.uid ?? 0,
    gid: facts?.gid ?? 0,
    platformApis: [...(apis?.deprecated ?? []), ...(apis?.supported ?? [])],
    architecture: facts?.platform?.architecture ?? chosen ?? '',
  };
}

interface NamedBuilder {
  readonly image: string;
  readonly status?: NonNullable<Builder['status']>;
}

function nameBuilder(
  namespace: string | undefined,
  { image, ref }: Build['spec']['builder'],
  world: ReferencedObjects,
  refuse: Refuse,
): NamedBuilder | undefined {
  if (ref === undefined) return image === undefined ? undefined : { image };
  if (ref.kind !== 'Builder' && ref.kind !== 'ClusterBuilder') {
    refuse(`unable to parse builder kind "${ref.kind}"`);
    return undefined;
  }
  const isNamespaced = ref.kind === 'Builder';
  const builder = isNamespaced ? world.builder(ref.namespace ?? namespace, ref.name) : world.clusterBuilder(ref.name);
  const status = builder?.status;
  if (builder === undefined) refuse('unable to resolve builder image');
  else if (status?.latestImage === undefined) refuse('unable to fetch remote builder image');
  return status?.latestImage === undefined ? undefined : { image: status.latestImage, status };
}

function checkBuilder(facts: ImageFacts, refuse: Refuse): void {
  if (facts.stackId === undefined) refuse('builder image stack ID label not present');
  if (facts.uid === undefined) refuse('ENV CNB_USER_ID not found');
  if (facts.gid === undefined) refuse('ENV CNB_GROUP_ID not found');
  if (facts.platform?.os === 'windows') refuse('windows builds are not supported');
}
