import { BUILD_BUILDER, IMAGE_BUILDER, SOURCE, TAG, TAGS, type BadDocument } from './bad-document.ts';

const BUILD = 'apiVersion: kpack.io/v1alpha1\nkind: Build\nmetadata:\n  name: sample\nspec:\n';
const IMAGE = BUILD.replace('kind: Build', 'kind: Image');
const REST = `${TAGS}${BUILD_BUILDER}${SOURCE}`;

/** Invalid v1alpha1 documents. Problems name the paths that v1alpha1 has. */
export const VERSIONS: readonly BadDocument[] = [
  {
    title: 'a field of v1alpha2 in a v1alpha1 Build',
    text: `${BUILD}  serviceAccountName: x\n${REST}`,
    problems: [
      'in.yaml:6:3 spec.serviceAccountName: unknown field "serviceAccountName"; did you mean "serviceAccount"?',
    ],
  },
  {
    title: 'wrong types in a v1alpha1 Build',
    text: `${BUILD}  cacheName: 5\n  serviceAccount: []\n${REST}`,
    problems: [
      'in.yaml:6:14 spec.cacheName: expected a string, found the number 5',
      'in.yaml:7:3 spec.serviceAccount: expected a string, found an array',
    ],
  },
  {
    title: 'a broken rule in a field that v1alpha2 renames',
    text: `${BUILD}  bindings:\n  - name: B\n  - metadataRef: {}\n    name: c\n${REST}`,
    problems: [
      'in.yaml:7:5 spec.bindings[0].metadataRef: missing field(s)',
      'in.yaml:7:11 spec.bindings[0].name: invalid value: B (must have 1 to 253 lower-case letters, digits, hyphens and dots)',
      'in.yaml:8:5 spec.bindings[1].metadataRef.name: missing field(s)',
    ],
  },
  {
    title: 'no tags in a v1alpha1 Build',
    text: `${BUILD}${BUILD_BUILDER}${SOURCE}`,
    problems: ['in.yaml:5:1 spec.tags: missing field(s)'],
  },
  {
    title: 'an invalid quantity in a v1alpha1 Image',
    text: `${IMAGE}  cacheSize: big\n${TAG}${IMAGE_BUILDER}${SOURCE}`,
    problems: [
      'in.yaml:6:14 spec.cacheSize: invalid value: big (a quantity is a number with a unit, such as 500m or 2Gi)',
    ],
  },
  {
    title: 'bindings of a v1alpha1 Image',
    text: `${IMAGE}  build:\n    bindings: [{ name: a }]\n${TAG}${IMAGE_BUILDER}${SOURCE}`,
    problems: ['in.yaml:7:16 spec.build.bindings[0].metadataRef: missing field(s)'],
  },
  {
    title: "a v1alpha1 Image with invalid annotations of kpack's conversion",
    text: `${IMAGE}${TAG}${IMAGE_BUILDER}${SOURCE}`.replace(
      'name: sample',
      "name: sample\n  annotations:\n    kpack.io/services: '[{'\n    kpack.io/buildTimeout: soon\n    kpack.io/tolerations: '[{\"kee\": 1}]'\n" +
        '    kpack.io/nodeSelector: \'{"kubernetes.io/os": "linux"}\'',
    ),
    problems: [
      'in.yaml:6:24 metadata.annotations[kpack.io/services]: cannot be decoded: kpack writes JSON or a number here; correct or remove the annotation',
      'in.yaml:7:28 metadata.annotations[kpack.io/buildTimeout]: cannot be decoded: kpack writes JSON or a number here; correct or remove the annotation',
      'in.yaml:8:5 metadata.annotations[kpack.io/tolerations]: unknown field "kee"; did you mean "key"?',
      'in.yaml:9:28 metadata.annotations[kpack.io/nodeSelector]: invalid key name "kubernetes.io/os" (os is determined automatically)',
    ],
  },
  {
    title: 'two caches in a v1alpha1 Image',
    text: `${IMAGE}  cacheSize: 2G\n${TAG}${IMAGE_BUILDER}${SOURCE}`.replace(
      'name: sample',
      'name: sample\n  annotations: { kpack.io/cache.registry.tag: a/b }',
    ),
    problems: [
      'in.yaml:5:47 metadata.annotations[kpack.io/cache.registry.tag], spec.cacheSize: only one type of cache can be specified',
    ],
  },
];
