import { BUILD, build, BUILD_BUILDER, SOURCE, TAGS, type BadDocument } from './bad-document.ts';

const OWNED = (controller: boolean, lines: string): string =>
  build(lines).replace(
    'name: sample',
    `name: sample\n  ownerReferences: [{ apiVersion: kpack.io/v1alpha2, kind: Image, name: i, uid: u, controller: ${controller} }]`,
  );

/** Builds that break kpack's rules. */
export const BUILD_RULES: readonly BadDocument[] = [
  {
    title: 'an empty spec',
    text: `${BUILD.trimEnd()} {}\n`,
    problems: [
      'in.yaml:5:1 spec.tags: missing field(s)',
      'in.yaml:5:1 spec.builder.image, spec.builder.ref: missing field(s) (set builder.image, or builder.ref with kind and name)',
      'in.yaml:5:1 spec.source.blob, spec.source.git, spec.source.registry: expected exactly one, got neither (set blob, git or registry)',
    ],
  },
  {
    title: 'no spec',
    text: BUILD.replace('spec:\n', ''),
    problems: [
      'in.yaml:1:1 spec.tags: missing field(s)',
      'in.yaml:1:1 spec.builder.image, spec.builder.ref: missing field(s) (set builder.image, or builder.ref with kind and name)',
      'in.yaml:1:1 spec.source.blob, spec.source.git, spec.source.registry: expected exactly one, got neither (set blob, git or registry)',
    ],
  },
  {
    title: 'no tags',
    text: `${BUILD}  tags: []\n${BUILD_BUILDER}${SOURCE}`,
    problems: ['in.yaml:6:3 spec.tags: missing field(s)'],
  },
  {
    title: 'invalid tags',
    text: `${BUILD}  tags:\n  - Registry.test/App\n  - ""\n  - a/b@sha256:${'0'.repeat(64)}\n  - a/b:c d\n${BUILD_BUILDER}${SOURCE}`,
    problems: [
      'in.yaml:7:5 spec.tags[0]: invalid value: Registry.test/App (the repository has upper-case letters)',
      'in.yaml:8:5 spec.tags[1]: invalid value:  (it is empty)',
      'in.yaml:9:5 spec.tags[2]: invalid value: a/b@sha256:0000000000000000000000000000000000000000000000000000000000000000 (it must not have a digest)',
      'in.yaml:10:5 spec.tags[3]: invalid value: a/b:c d (the tag is not 1 to 128 letters, digits, underscores, hyphens and dots)',
    ],
  },
  {
    title: 'two caches',
    text: build('  cache:\n    volume: { persistentVolumeClaimName: c }\n    registry: { tag: a/b }\n'),
    problems: ['in.yaml:8:5 spec.cache.registry, spec.cache.volume: only one type of cache can be specified'],
  },
  {
    title: 'a builder without image and ref',
    text: `${BUILD}${TAGS}${SOURCE}  builder:\n    imagePullSecrets: []\n`,
    problems: [
      'in.yaml:8:3 spec.builder.image, spec.builder.ref: missing field(s) (set builder.image, or builder.ref with kind and name)',
    ],
  },
  {
    title: 'a builder with image and ref',
    text: `${BUILD}${TAGS}${SOURCE}  builder:\n    image: a/b\n    ref: { kind: Builder, name: b }\n`,
    problems: ['in.yaml:9:12 spec.builder.image, spec.builder.ref: expected exactly one, got both'],
  },
  {
    title: 'an invalid builder image',
    text: `${BUILD}${TAGS}${SOURCE}  builder:\n    image: A/B\n`,
    problems: ['in.yaml:9:12 spec.builder.image: invalid value: A/B (the repository has upper-case letters)'],
  },
  {
    title: 'a builder without name and kind',
    text: `${BUILD}${TAGS}${SOURCE}  builder:\n    ref: { name: "" }\n`,
    problems: [
      'in.yaml:9:5 spec.builder.ref.kind: missing field(s)',
      'in.yaml:9:18 spec.builder.ref.name: missing field(s)',
    ],
  },
  {
    title: 'no source',
    text: `${BUILD}${TAGS}${BUILD_BUILDER}`,
    problems: [
      'in.yaml:5:1 spec.source.blob, spec.source.git, spec.source.registry: expected exactly one, got neither (set blob, git or registry)',
    ],
  },
  {
    title: 'an empty source',
    text: `${BUILD}${TAGS}${BUILD_BUILDER}  source:\n    subPath: app\n`,
    problems: [
      'in.yaml:8:3 spec.source.blob, spec.source.git, spec.source.registry: expected exactly one, got neither (set blob, git or registry)',
    ],
  },
  {
    title: 'two sources',
    text: `${BUILD}${TAGS}${BUILD_BUILDER}  source:\n    git: { url: u, revision: r }\n    registry: { image: a/b }\n`,
    problems: ['in.yaml:9:5 spec.source.git, spec.source.registry: expected exactly one, got both'],
  },
  {
    title: 'a misspelt source',
    text: `${BUILD}${TAGS}${BUILD_BUILDER}  source:\n    gti: { url: u, revision: r }\n`,
    problems: ['in.yaml:9:5 spec.source.gti: unknown field "gti"; did you mean "git"?'],
  },
  {
    title: 'a git source without its fields',
    text: `${BUILD}${TAGS}${BUILD_BUILDER}  source:\n    git: {}\n`,
    problems: [
      'in.yaml:9:5 spec.source.git.url: missing field(s)',
      'in.yaml:9:5 spec.source.git.revision: missing field(s)',
    ],
  },
  {
    title: 'an invalid blob',
    text: `${BUILD}${TAGS}${BUILD_BUILDER}  source:\n    blob: { auth: basic, stripComponents: -1 }\n`,
    problems: [
      'in.yaml:9:5 spec.source.blob.url: missing field(s)',
      "in.yaml:9:19 spec.source.blob.auth: invalid value: basic (must be one of '', 'helper', or 'secret')",
      'in.yaml:9:43 spec.source.blob.stripComponents: expected positive integer got -1 (must be 0 or more)',
    ],
  },
  {
    title: 'an invalid registry source',
    text: `${BUILD}${TAGS}${BUILD_BUILDER}  source:\n    registry:\n      image: a b\n`,
    problems: [
      'in.yaml:10:14 spec.source.registry.image: invalid value: a b (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
    ],
  },
  {
    title: 'a registry source without an image',
    text: `${BUILD}${TAGS}${BUILD_BUILDER}  source:\n    registry: {}\n`,
    problems: ['in.yaml:9:5 spec.source.registry.image: missing field(s)'],
  },
  {
    title: 'duplicate services',
    text: build('  services:\n  - { kind: Secret, name: db }\n  - { kind: Secret, name: db }\n'),
    problems: ['in.yaml:7:27 spec.services[0].name, spec.services[1].name: duplicate service name "db"'],
  },
  {
    title: 'invalid services',
    text: build('  services:\n  - { kind: Secret, name: DB }\n  - {}\n'),
    problems: [
      'in.yaml:7:27 spec.services[0].name: invalid value: DB (must have 1 to 253 lower-case letters, digits, hyphens and dots)',
      'in.yaml:8:5 spec.services[1].kind: missing field(s)',
      'in.yaml:8:5 spec.services[1].name: missing field(s)',
    ],
  },
  {
    title: 'an invalid image of the last build',
    text: build('  lastBuild: { image: "a:b:c" }\n'),
    problems: [
      'in.yaml:6:23 spec.lastBuild.image: invalid value: a:b:c (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
    ],
  },
  {
    title: 'CNB bindings in v1alpha2',
    text: build('  cnbBindings:\n  - { name: b, metadataRef: { name: m } }\n'),
    problems: [
      'in.yaml:6:3 spec.cnbBindings: use of this field has been deprecated in v1alpha2, please use v1alpha1 for CNB bindings',
    ],
  },
  {
    title: "CNB bindings that kpack's controller did not write",
    text: OWNED(false, '  cnbBindings: [{ name: b, metadataRef: { name: m } }]\n'),
    problems: [
      'in.yaml:7:3 spec.cnbBindings: use of this field has been deprecated in v1alpha2, please use v1alpha1 for CNB bindings',
    ],
  },
  {
    title: "invalid CNB bindings that kpack's controller wrote",
    text: OWNED(
      true,
      '  cnbBindings:\n  - { name: b }\n  - { name: b, metadataRef: {} }\n  - { name: c, metadataRef: { name: m }, secretRef: {} }\n',
    ),
    problems: [
      'in.yaml:8:5 spec.cnbBindings[0].metadataRef: missing field(s)',
      'in.yaml:8:13 spec.cnbBindings[0].name, spec.cnbBindings[1].name: duplicate binding name "b"',
      'in.yaml:9:16 spec.cnbBindings[1].metadataRef.name: missing field(s)',
    ],
  },
  {
    title: 'Notary in v1alpha2',
    text: build('  notary: { v1: { url: u, secretRef: { name: s } } }\n'),
    problems: [
      'in.yaml:6:3 spec.notary: use of this field has been deprecated in v1alpha2, please use v1alpha1 for notary image signing (taskpack does not sign with Notary: remove the field and sign with a cosign key)',
    ],
  },
  {
    title: 'the operating system as node selector',
    text: build('  nodeSelector: { kubernetes.io/os: linux }\n'),
    problems: ['in.yaml:6:3 spec.nodeSelector: invalid key name "kubernetes.io/os" (os is determined automatically)'],
  },
  {
    title: 'a broken rule next to a wrong type',
    text: `${BUILD}  tags: [5, a/B]\n  cache: x\n${SOURCE}`,
    problems: [
      'in.yaml:5:1 spec.builder.image, spec.builder.ref: missing field(s) (set builder.image, or builder.ref with kind and name)',
      'in.yaml:6:10 spec.tags[0]: expected a string, found the number 5',
      'in.yaml:6:13 spec.tags[1]: invalid value: a/B (the repository has upper-case letters)',
      'in.yaml:7:10 spec.cache: expected an object, found the string "x"',
    ],
  },
  {
    title: 'a wrong type once, without problems that follow from it',
    text: `${BUILD}${TAGS}  builder: { image: 5 }\n  source: { git: main }\n`,
    problems: [
      'in.yaml:7:21 spec.builder.image: expected a string, found the number 5',
      'in.yaml:8:18 spec.source.git: expected an object, found the string "main"',
    ],
  },
];
