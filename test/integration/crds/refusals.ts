import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { LEAST, withField } from './objects.ts';

/** An object with one mistake and the expected message, which starts with the field. */
export interface Refusal {
  readonly object: KubernetesObject;
  readonly says: string;
}

const NAME_OF_AN_IMAGE = 'must be the name of an image, such as registry.example.com/app:1.0';
const TAG = 'must be an image tag such as registry.example.com/app:1.0, without a digest';
const SERVICE_NAME = "must be at most 253 characters of a-z, 0-9, '-' and '.'";
const PINNED = `registry.example/app@sha256:${'a'.repeat(64)}`;
const BLOB = { url: 'https://blobs.example/app.zip' };
const BUILDER_KINDS = ['Builder', 'ClusterBuilder'] as const;

function refused(kind: string, path: string, value: unknown, says: string): Refusal {
  return { object: withField(kind, path, value), says };
}

function ofTemplate(kind: string, at: string): readonly Refusal[] {
  const path = at === '' ? '' : `${at}.`;
  const service = { kind: 'Secret', name: 'twice' };
  const binding = { name: 'twice', metadataRef: { name: 'metadata' } };
  const field = (name: string): string => `spec.${path}${name}`;
  return [
    refused(kind, `${path}services`, [service, service], `${field('services')}: Invalid value: duplicate service name`),
    refused(
      kind,
      `${path}services`,
      [{ kind: 'Secret', name: 'Big' }],
      `${field('services[0].name')}: Invalid value: "Big": ${SERVICE_NAME}`,
    ),
    refused(
      kind,
      `${path}services`,
      [{ kind: '', name: 'some' }],
      `${field('services[0].kind')}: Invalid value: "": ${field('services[0].kind')} in body should be at least 1 chars long`,
    ),
    refused(
      kind,
      `${path}cnbBindings`,
      [binding, binding],
      `${field('cnbBindings')}: Invalid value: duplicate binding name`,
    ),
    refused(
      kind,
      `${path}cnbBindings`,
      [{ ...binding, name: '*' }],
      `${field('cnbBindings[0].name')}: Invalid value: "*": ${SERVICE_NAME}`,
    ),
    refused(
      kind,
      `${path}cnbBindings`,
      [{ name: 'some' }],
      `${field('cnbBindings[0]')}: Required value: missing field(s): metadataRef.name`,
    ),
    refused(
      kind,
      `${path}nodeSelector`,
      { 'kubernetes.io/os': 'linux' },
      `${field('nodeSelector')}: Invalid value: must not have the key kubernetes.io/os: os is determined automatically`,
    ),
  ];
}

function ofSource(kind: string): readonly Refusal[] {
  return [
    refused(
      kind,
      'source',
      {},
      'spec.source: Invalid value: expected exactly one of blob, git and registry, got neither',
    ),
    refused(
      kind,
      'source.blob',
      BLOB,
      'spec.source: Invalid value: expected exactly one of blob, git and registry, got both',
    ),
    refused(
      kind,
      'source',
      { blob: { ...BLOB, auth: 'x' } },
      `spec.source.blob.auth: Invalid value: "x": must be one of '', 'helper', or 'secret'`,
    ),
    refused(
      kind,
      'source',
      { blob: { ...BLOB, stripComponents: -1 } },
      'spec.source.blob.stripComponents: Invalid value: -1: expected positive integer',
    ),
    refused(
      kind,
      'source',
      { registry: { image: 'No' } },
      `spec.source.registry.image: Invalid value: "No": ${NAME_OF_AN_IMAGE}`,
    ),
    refused(kind, 'source.git.url', undefined, 'spec.source.git.url: Required value'),
    refused(
      kind,
      'cache',
      { volume: {}, registry: {} },
      'spec.cache: Invalid value: only one type of cache can be specified',
    ),
    refused(kind, 'bogus', 1, 'strict decoding error: unknown field "spec.bogus"'),
  ];
}

const BUILD: readonly Refusal[] = [
  refused('Build', 'tags', [], 'spec.tags: Invalid value: 0: spec.tags in body should have at least 1 items'),
  refused('Build', 'tags', undefined, 'spec.tags: Required value'),
  refused('Build', 'tags.1', PINNED, `spec.tags[1]: Invalid value: "${PINNED}": ${TAG}`),
  refused('Build', 'builder', {}, 'spec.builder: Required value: missing field(s): image, ref'),
  refused('Build', 'builder', { image: '' }, 'spec.builder: Required value: missing field(s): image, ref'),
  refused(
    'Build',
    'builder.ref',
    { kind: 'Builder', name: 'java' },
    'spec.builder: Invalid value: expected exactly one of image and ref, got both',
  ),
  refused('Build', 'builder', { ref: { kind: 'Builder' } }, 'spec.builder.ref.name: Required value'),
  refused('Build', 'builder.image', 'a//b', `spec.builder.image: Invalid value: "a//b": ${NAME_OF_AN_IMAGE}`),
  refused('Build', 'lastBuild.image', 'a b', `spec.lastBuild.image: Invalid value: "a b": ${NAME_OF_AN_IMAGE}`),
];

const LONG_NAME = 'a'.repeat(64);

const IMAGE: readonly Refusal[] = [
  refused('Image', 'tag', PINNED, `spec.tag: Invalid value: "${PINNED}": ${TAG}`),
  refused('Image', 'tag', '', 'spec.tag: Invalid value: "": spec.tag in body should be at least 1 chars long'),
  refused(
    'Image',
    'additionalTags',
    Array.from({ length: 255 }, (_, index) => `app/web:${index}`),
    'spec.additionalTags: Too many: 255: must have at most 254 items',
  ),
  refused('Image', 'additionalTags', ['-x'], `spec.additionalTags[0]: Invalid value: "-x": ${TAG}`),
  refused(
    'Image',
    'additionalTags',
    ['app/web'],
    'spec.additionalTags: Invalid value: all additionalTags must have the same registry as tag',
  ),
  refused(
    'Image',
    'builder.kind',
    'ClusterStack',
    'spec.builder.kind: Invalid value: must be one of Builder, ClusterBuilder',
  ),
  refused(
    'Image',
    'builder.kind',
    undefined,
    'spec.builder.kind: Invalid value: must be one of Builder, ClusterBuilder',
  ),
  refused(
    'Image',
    'failedBuildHistoryLimit',
    0,
    'spec.failedBuildHistoryLimit: Invalid value: 0: build history limit must be greater than 0',
  ),
  refused(
    'Image',
    'successBuildHistoryLimit',
    0,
    'spec.successBuildHistoryLimit: Invalid value: 0: build history limit must be greater than 0',
  ),
  refused(
    'Image',
    'build.creationTime',
    'noon',
    `spec.build.creationTime: Invalid value: "noon": must be 'now' or a time in seconds since 1970`,
  ),
  refused(
    'Image',
    'cosign.annotations',
    [{ name: 'x' }],
    'spec.cosign.annotations[0]: Required value: missing field(s): value',
  ),
  refused(
    'Image',
    'cosign.annotations',
    [{ value: 'x' }],
    'spec.cosign.annotations[0]: Required value: missing field(s): name',
  ),
  refused(
    'Image',
    'cache.volume.size',
    'much',
    'spec.cache.volume.size: Invalid value: "much": spec.cache.volume.size in body should match',
  ),
  {
    object: { ...(LEAST['Image'] as KubernetesObject), metadata: { name: LONG_NAME } },
    says: 'invalid image name: metadata.name must be a valid label, of no more than 63 characters',
  },
];

const BUILDERS: readonly Refusal[] = BUILDER_KINDS.flatMap((kind) => [
  refused(kind, 'tag', PINNED, `spec.tag: Invalid value: "${PINNED}": ${TAG}`),
  refused(kind, 'stack.name', undefined, 'spec.stack.name: Required value'),
  refused(kind, 'stack.kind', 'Stack', 'spec.stack.kind: Invalid value: must be ClusterStack'),
  refused(kind, 'store', { name: 'x', kind: 'Store' }, 'spec.store.kind: Invalid value: must be one of ClusterStore'),
  refused(
    kind,
    'order.0.group.0',
    {},
    'spec.order[0].group[0]: Invalid value: expected exactly one of id, image and name, got neither',
  ),
  refused(
    kind,
    'order.0.group.0',
    { image: 'app/java', id: 'x' },
    'spec.order[0].group[0]: Invalid value: must not set fields other than optional beside image: image already identifies the buildpack',
  ),
  refused(
    kind,
    'order.0.group.0',
    { name: 'java' },
    'spec.order[0].group[0].kind: Invalid value: must be one of Buildpack, ClusterBuildpack',
  ),
  refused(
    kind,
    'order.0.group.0',
    { kind: 'Stack' },
    'spec.order[0].group[0].kind: Invalid value: must be one of Buildpack, ClusterBuildpack',
  ),
  refused(
    kind,
    'order.0.group.0.image',
    'No',
    'spec.order[0].group[0].image: Invalid value: "No": spec.order[0].group[0].image in body should match',
  ),
]);

const PARTS: readonly Refusal[] = [
  ...['Buildpack', 'ClusterBuildpack', 'ClusterLifecycle'].map((kind) =>
    refused(kind, 'image', 'No', `spec.image: Invalid value: "No": ${NAME_OF_AN_IMAGE}`),
  ),
  refused(
    'ClusterBuilder',
    'serviceAccountRef.namespace',
    undefined,
    'spec.serviceAccountRef.namespace: Required value',
  ),
  refused('ClusterBuilder', 'stack.kind', undefined, 'spec.stack.kind: Invalid value: must be ClusterStack'),
  refused('ClusterBuildpack', 'serviceAccountRef', { name: 'x' }, 'spec.serviceAccountRef.namespace: Required value'),
  refused(
    'ClusterStore',
    'sources',
    [],
    'spec.sources: Invalid value: 0: spec.sources in body should have at least 1 items',
  ),
  refused('ClusterStore', 'sources.0.image', 'No', `spec.sources[0].image: Invalid value: "No": ${NAME_OF_AN_IMAGE}`),
  refused('ClusterStack', 'id', '', 'spec.id: Invalid value: "": spec.id in body should be at least 1 chars long'),
  refused('ClusterStack', 'buildImage.image', 'No', `spec.buildImage.image: Invalid value: "No": ${NAME_OF_AN_IMAGE}`),
  refused('ClusterStack', 'runImage.image', 'No', `spec.runImage.image: Invalid value: "No": ${NAME_OF_AN_IMAGE}`),
];

/** For each rule of each kind, an object that breaks only this rule. */
export const REFUSALS: readonly Refusal[] = [
  ...BUILD,
  ...IMAGE,
  ...BUILDERS,
  ...PARTS,
  ...ofSource('Build'),
  ...ofSource('Image'),
  ...ofTemplate('Build', ''),
  ...ofTemplate('Image', 'build'),
];
