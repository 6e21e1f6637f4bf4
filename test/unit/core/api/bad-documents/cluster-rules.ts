import { CLUSTER_LIFECYCLE, CLUSTER_STACK, CLUSTER_STORE, STACK_IMAGES, type BadDocument } from './bad-document.ts';

/** ClusterStores, ClusterStacks and ClusterLifecycles that break kpack's rules. */
export const CLUSTER_RULES: readonly BadDocument[] = [
  {
    title: 'a ClusterStore without sources',
    text: `${CLUSTER_STORE.trimEnd()} {}\n`,
    problems: ['in.yaml:5:1 spec.sources: missing field(s)'],
  },
  {
    title: 'a ClusterStore with an empty list of sources',
    text: `${CLUSTER_STORE}  sources: []\n`,
    problems: ['in.yaml:6:3 spec.sources: missing field(s)'],
  },
  {
    title: 'a ClusterStore with invalid images',
    text: `${CLUSTER_STORE}  sources:\n  - image: registry.test/java\n  - image: A\n  - image: a b\n`,
    problems: [
      'in.yaml:8:5 spec.sources[1]: invalid value: {A} (the repository must have 2 to 255 characters, not 1)',
      'in.yaml:9:5 spec.sources[2]: invalid value: {a b} (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
    ],
  },
  {
    title: 'a ClusterStore with a source without an image',
    text: `${CLUSTER_STORE}  sources:\n  - {}\n  - image:\n`,
    problems: [
      'in.yaml:7:5 spec.sources[0].image: missing field(s)',
      'in.yaml:8:5 spec.sources[1].image: missing field(s)',
    ],
  },
  {
    title: 'a ClusterStore with strings as sources',
    text: `${CLUSTER_STORE}  sources: [registry.test/java]\n`,
    problems: ['in.yaml:6:13 spec.sources[0]: expected an object, found the string "registry.test/java"'],
  },
  {
    title: 'a ClusterStore with one source instead of a list',
    text: `${CLUSTER_STORE}  sources: { image: registry.test/java }\n`,
    problems: ['in.yaml:6:3 spec.sources: expected an array, found an object'],
  },
  {
    title: 'a ClusterStore with an account without namespace',
    text: `${CLUSTER_STORE}  sources: [{ image: registry.test/java }]\n  serviceAccountRef: { name: a }\n`,
    problems: ['in.yaml:7:3 spec.serviceAccountRef.namespace: missing field(s)'],
  },
  {
    title: 'a ClusterStore with a misspelt field',
    text: `${CLUSTER_STORE}  source: [{ image: registry.test/java }]\n`,
    problems: ['in.yaml:6:3 spec.source: unknown field "source"; did you mean "sources"?'],
  },
  {
    title: 'a ClusterStore in v1alpha3, which has no ClusterStores',
    text: `${CLUSTER_STORE.replace('v1alpha2', 'v1alpha3')}  sources: [{ image: registry.test/java }]\n`,
    problems: ['in.yaml:1:13 apiVersion: unknown version "v1alpha3" of ClusterStore; use one of v1alpha2, v1alpha1'],
  },
  {
    title: 'a ClusterStack with an empty spec',
    text: `${CLUSTER_STACK.trimEnd()} {}\n`,
    problems: [
      'in.yaml:5:1 spec.id: missing field(s)',
      'in.yaml:5:1 spec.buildImage.image: missing field(s)',
      'in.yaml:5:1 spec.runImage.image: missing field(s)',
    ],
  },
  {
    title: 'a ClusterStack without an id',
    text: `${CLUSTER_STACK}  id: ""\n${STACK_IMAGES}`,
    problems: ['in.yaml:6:7 spec.id: missing field(s)'],
  },
  {
    title: 'a ClusterStack with a number as id',
    text: `${CLUSTER_STACK}  id: 18.04\n${STACK_IMAGES}`,
    problems: ['in.yaml:6:7 spec.id: expected a string, found the number 18.04'],
  },
  {
    title: 'a ClusterStack without a run image',
    text: `${CLUSTER_STACK}  id: a\n  buildImage: { image: registry.test/build }\n`,
    problems: ['in.yaml:5:1 spec.runImage.image: missing field(s)'],
  },
  {
    title: 'a ClusterStack with invalid images',
    text: `${CLUSTER_STACK}  id: a\n  buildImage: { image: A }\n  runImage:\n    image: a@b\n`,
    problems: [
      'in.yaml:7:24 spec.buildImage.image: invalid value: A (the repository must have 2 to 255 characters, not 1)',
      'in.yaml:9:12 spec.runImage.image: invalid value: a@b (the digest is not sha256: and 64 hexadecimal digits)',
    ],
  },
  {
    title: 'a ClusterStack with strings as images',
    text: `${CLUSTER_STACK}  id: a\n  buildImage: registry.test/build\n  runImage: registry.test/run\n`,
    problems: [
      'in.yaml:7:15 spec.buildImage: expected an object, found the string "registry.test/build"',
      'in.yaml:8:13 spec.runImage: expected an object, found the string "registry.test/run"',
    ],
  },
  {
    title: 'a ClusterStack with the unknown field mirrors',
    text: `${CLUSTER_STACK}  id: a\n  buildImage: { image: registry.test/build }\n  runImage: { image: registry.test/run, mirrors: [a/b] }\n`,
    problems: ['in.yaml:8:41 spec.runImage.mirrors: unknown field "mirrors"'],
  },
  {
    title: 'a ClusterStack with an account without a name',
    text: `${CLUSTER_STACK}  id: a\n${STACK_IMAGES}  serviceAccountRef: { namespace: b }\n`,
    problems: ['in.yaml:9:3 spec.serviceAccountRef.name: missing field(s)'],
  },
  {
    title: 'a ClusterStack with a misspelt field',
    text: `${CLUSTER_STACK}  id: a\n${STACK_IMAGES}  servceAccountRef: { name: a, namespace: b }\n`,
    problems: [
      'in.yaml:9:3 spec.servceAccountRef: unknown field "servceAccountRef"; did you mean "serviceAccountRef"?',
    ],
  },
  {
    title: 'a ClusterStack with a misspelt object, without reporting its fields as missing',
    text: `${CLUSTER_STACK}  id: a\n  buildImage: { image: registry.test/build }\n  runimage: { image: registry.test/run }\n`,
    problems: ['in.yaml:8:3 spec.runimage: unknown field "runimage"; did you mean "runImage"?'],
  },
  {
    title: 'a ClusterStack in v1alpha3',
    text: `${CLUSTER_STACK.replace('v1alpha2', 'v1alpha3')}  id: a\n${STACK_IMAGES}`,
    problems: ['in.yaml:1:13 apiVersion: unknown version "v1alpha3" of ClusterStack; use one of v1alpha2, v1alpha1'],
  },
  {
    title: 'a ClusterLifecycle with an empty spec',
    text: `${CLUSTER_LIFECYCLE.trimEnd()} {}\n`,
    problems: ['in.yaml:5:1 spec.image: missing field(s)'],
  },
  {
    title: 'a ClusterLifecycle with an invalid image',
    text: `${CLUSTER_LIFECYCLE}  image: a b\n`,
    problems: [
      'in.yaml:6:10 spec.image: invalid value: a b (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
    ],
  },
  {
    title: 'a ClusterLifecycle with a version',
    text: `${CLUSTER_LIFECYCLE}  image: registry.test/lifecycle\n  version: 0.21.0\n`,
    problems: ['in.yaml:7:3 spec.version: unknown field "version"'],
  },
  {
    title: 'a ClusterLifecycle with an empty account reference',
    text: `${CLUSTER_LIFECYCLE}  image: registry.test/lifecycle\n  serviceAccountRef: {}\n`,
    problems: [
      'in.yaml:7:3 spec.serviceAccountRef.namespace: missing field(s)',
      'in.yaml:7:3 spec.serviceAccountRef.name: missing field(s)',
    ],
  },
  {
    title: 'a ClusterLifecycle in v1alpha1',
    text: `${CLUSTER_LIFECYCLE.replace('v1alpha2', 'v1alpha1')}  image: registry.test/lifecycle\n`,
    problems: ['in.yaml:1:13 apiVersion: unknown version "v1alpha1" of ClusterLifecycle; use v1alpha2'],
  },
  {
    title: 'a reference to an account in v1alpha1',
    text: `${CLUSTER_STORE.replace('v1alpha2', 'v1alpha1')}  sources: [{ image: registry.test/java }]\n  serviceAccountRef: { name: a, namespace: b }\n---\n${CLUSTER_STACK.replace('v1alpha2', 'v1alpha1')}  id: a\n${STACK_IMAGES}  serviceAccountRef: { name: a, namespace: b }\n`,
    problems: [
      'in.yaml:7:3 spec.serviceAccountRef: unknown field "serviceAccountRef"',
      'in.yaml:17:3 spec.serviceAccountRef: unknown field "serviceAccountRef"',
    ],
  },
  {
    title: "a v1alpha1 ClusterStack with an invalid annotation of kpack's conversion",
    text: `${CLUSTER_STACK.replace('v1alpha2', 'v1alpha1').replace('sample', 'sample\n  annotations: { kpack.io/clusterStackServiceAccountRef: a }')}  id: a\n${STACK_IMAGES}`,
    problems: [
      'in.yaml:5:58 metadata.annotations[kpack.io/clusterStackServiceAccountRef]: cannot be decoded: kpack writes JSON or a number here; correct or remove the annotation',
    ],
  },
  {
    title: "a v1alpha1 ClusterStore with an incomplete account in the annotation of kpack's conversion",
    text: `${CLUSTER_STORE.replace('v1alpha2', 'v1alpha1').replace('sample', `sample\n  annotations: { kpack.io/clusterStoreServiceAccountRef: '{"name": "a"}' }`)}  sources: [{ image: a/b }]\n`,
    problems: ['in.yaml:5:58 metadata.annotations[kpack.io/clusterStoreServiceAccountRef]: missing field(s)'],
  },
];
