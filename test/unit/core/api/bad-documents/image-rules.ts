import { IMAGE, image, IMAGE_BUILDER, SOURCE, TAG, type BadDocument } from './bad-document.ts';

/** Images that break kpack's rules. */
export const IMAGE_RULES: readonly BadDocument[] = [
  {
    title: 'an empty spec',
    text: `${IMAGE.trimEnd()} {}\n`,
    problems: [
      'in.yaml:5:1 spec.tag: missing field(s)',
      'in.yaml:5:1 spec.builder.name: missing field(s)',
      'in.yaml:5:1 spec.builder.kind: invalid value:  (no kind is set; must be one of Builder, ClusterBuilder)',
      'in.yaml:5:1 spec.source.blob, spec.source.git, spec.source.registry: expected exactly one, got neither (set blob, git or registry)',
    ],
  },
  {
    title: 'an invalid tag',
    text: `${IMAGE}  tag: a:b:c\n${IMAGE_BUILDER}${SOURCE}`,
    problems: [
      'in.yaml:6:8 spec.tag: invalid value: a:b:c (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
    ],
  },
  {
    title: 'a name that is not a valid label value',
    text: image('').replace('name: sample', `name: ${'a'.repeat(64)}`),
    problems: [
      'in.yaml:4:9 metadata.name: invalid image name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, name must be a valid label (must be no more than 63 characters)',
    ],
  },
  {
    title: 'invalid additional tags',
    text: image('  additionalTags:\n  - A\n  - registry.test/other\n'),
    problems: [
      'in.yaml:7:5 spec.additionalTags[0]: invalid value: A (the repository must have 2 to 255 characters, not 1)',
    ],
  },
  {
    title: 'additional tags in another registry',
    text: image('  additionalTags:\n  - other.test/app\n'),
    problems: [
      'in.yaml:6:3 spec.additionalTags: all additionalTags must have the same registry as tag (expected registry: registry.test, got: other.test)',
    ],
  },
  {
    title: 'a builder without a kind',
    text: `${IMAGE}  builder: { name: b }\n${TAG}${SOURCE}`,
    problems: [
      'in.yaml:6:3 spec.builder.kind: invalid value:  (no kind is set; must be one of Builder, ClusterBuilder)',
    ],
  },
  {
    title: 'a builder of another kind',
    text: `${IMAGE}  builder: { kind: Buildpack, name: b }\n${TAG}${SOURCE}`,
    problems: ['in.yaml:6:20 spec.builder.kind: invalid value: Buildpack (must be one of Builder, ClusterBuilder)'],
  },
  {
    title: 'an invalid build template',
    text: image(
      '  build:\n    nodeSelector: { kubernetes.io/os: linux }\n    creationTime: yesterday\n    services: [{ kind: Secret, name: _ }]\n    cnbBindings: [{ name: b }]\n',
    ),
    problems: [
      'in.yaml:7:5 spec.build.nodeSelector: invalid key name "kubernetes.io/os" (os is determined automatically)',
      "in.yaml:8:19 spec.build.creationTime: invalid value: yesterday (must be 'now' or seconds since 1970)",
      'in.yaml:9:38 spec.build.services[0].name: invalid value: _ (must have 1 to 253 lower-case letters, digits, hyphens and dots)',
      'in.yaml:10:5 spec.build.cnbBindings: use of this field has been deprecated in v1alpha2, please use v1alpha1 for CNB bindings',
    ],
  },
  {
    title: 'two caches',
    text: image('  cache: { registry: { tag: a }, volume: { size: 2G } }\n'),
    problems: ['in.yaml:6:12 spec.cache.registry, spec.cache.volume: only one type of cache can be specified'],
  },
  {
    title: 'Notary',
    text: image('  notary: { v1: { url: u, secretRef: { name: s } } }\n'),
    problems: [
      'in.yaml:6:3 spec.notary: use of this field has been deprecated in v1alpha2, please use v1alpha1 for notary image signing (taskpack does not sign with Notary: remove the field and sign with a cosign key)',
    ],
  },
  {
    title: 'cosign annotations without name or value',
    text: image('  cosign:\n    annotations: [{ name: n }, { value: v }, {}]\n'),
    problems: [
      'in.yaml:7:19 spec.cosign.annotations[0].value: missing field(s)',
      'in.yaml:7:27 spec.cosign.annotations[0].name: kubectl reads n as the boolean false; quote the value if it is a string',
      'in.yaml:7:32 spec.cosign.annotations[1].name: missing field(s)',
      'in.yaml:7:46 spec.cosign.annotations[2].name: missing field(s)',
      'in.yaml:7:46 spec.cosign.annotations[2].value: missing field(s)',
    ],
  },
  {
    title: 'history limits of 0',
    text: image('  failedBuildHistoryLimit: 0\n  successBuildHistoryLimit: -1\n'),
    problems: [
      'in.yaml:6:28 spec.failedBuildHistoryLimit: build history limit must be greater than 0',
      'in.yaml:7:29 spec.successBuildHistoryLimit: build history limit must be greater than 0',
    ],
  },
  {
    title: 'the cache size of v1alpha1',
    text: image('  cacheSize: 2G\n'),
    problems: ['in.yaml:6:3 spec.cacheSize: unknown field "cacheSize"'],
  },
  {
    title: 'an invalid size',
    text: image('  cache: { volume: { size: 2Q } }\n'),
    problems: [
      'in.yaml:6:28 spec.cache.volume.size: invalid value: 2Q (a quantity is a number with a unit, such as 500m or 2Gi)',
    ],
  },
];
