import { BUILDPACK, CLUSTER_BUILDPACK, type BadDocument } from './bad-document.ts';

/** Buildpacks and ClusterBuildpacks that break kpack's rules. */
export const BUILDPACK_RULES: readonly BadDocument[] = [
  {
    title: 'a Buildpack without a spec',
    text: BUILDPACK.replace('spec:', ''),
    problems: ['in.yaml:1:1 spec.image: missing field(s)'],
  },
  {
    title: 'a Buildpack with an empty spec',
    text: `${BUILDPACK.trimEnd()} {}\n`,
    problems: ['in.yaml:5:1 spec.image: missing field(s)'],
  },
  {
    title: 'a Buildpack whose spec is null',
    text: BUILDPACK,
    problems: ['in.yaml:5:1 spec.image: missing field(s)'],
  },
  {
    title: 'a Buildpack with an empty image',
    text: `${BUILDPACK}  image: ""\n`,
    problems: ['in.yaml:6:10 spec.image: missing field(s)'],
  },
  {
    title: 'a Buildpack with an invalid image',
    text: `${BUILDPACK}  image: a b\n`,
    problems: [
      'in.yaml:6:10 spec.image: invalid value: a b (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
    ],
  },
  {
    title: 'a Buildpack with an image whose digest is too short',
    text: `${BUILDPACK}  image: registry.test/java@sha256:1234\n`,
    problems: [
      'in.yaml:6:10 spec.image: invalid value: registry.test/java@sha256:1234 (the digest is not sha256: and 64 hexadecimal digits)',
    ],
  },
  {
    title: 'a Buildpack with a number as image',
    text: `${BUILDPACK}  image: 5\n`,
    problems: ['in.yaml:6:10 spec.image: expected a string, found the number 5'],
  },
  {
    title: 'a Buildpack with a reference to an account',
    text: `${BUILDPACK}  image: registry.test/java\n  serviceAccountRef: { name: a, namespace: b }\n`,
    problems: [
      'in.yaml:7:3 spec.serviceAccountRef: unknown field "serviceAccountRef"; did you mean "serviceAccountName"?',
    ],
  },
  {
    title: 'a Buildpack with the field serviceAccount',
    text: `${BUILDPACK}  image: registry.test/java\n  serviceAccount: a\n`,
    problems: ['in.yaml:7:3 spec.serviceAccount: unknown field "serviceAccount"; did you mean "serviceAccountName"?'],
  },
  {
    title: 'a Buildpack with a list as service account',
    text: `${BUILDPACK}  image: registry.test/java\n  serviceAccountName: [a]\n`,
    problems: ['in.yaml:7:3 spec.serviceAccountName: expected a string, found an array'],
  },
  {
    title: 'a Buildpack with its image in source',
    text: `${BUILDPACK}  source: { image: registry.test/java }\n`,
    problems: ['in.yaml:5:1 spec.image: missing field(s)', 'in.yaml:6:3 spec.source: unknown field "source"'],
  },
  {
    title: 'a Buildpack with a misspelt image',
    text: `${BUILDPACK}  imgae: registry.test/java\n`,
    problems: ['in.yaml:6:3 spec.imgae: unknown field "imgae"; did you mean "image"?'],
  },
  {
    title: 'a Buildpack without metadata',
    text: 'apiVersion: kpack.io/v1alpha2\nkind: Buildpack\nspec: { image: registry.test/java }\n',
    problems: ['in.yaml:1:1 metadata.name: missing field(s)'],
  },
  {
    title: 'a Buildpack with an invalid name',
    text: `${BUILDPACK.replace('sample', 'Java')}  image: registry.test/java\n`,
    problems: [
      "in.yaml:4:9 metadata.name: invalid value: Java (a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'))",
    ],
  },
  {
    title: 'a Buildpack in v1alpha1',
    text: `${BUILDPACK.replace('v1alpha2', 'v1alpha1')}  image: registry.test/java\n`,
    problems: ['in.yaml:1:13 apiVersion: unknown version "v1alpha1" of Buildpack; use one of v1alpha2, v1alpha3'],
  },
  {
    title: 'a v1alpha3 Buildpack with an invalid image',
    text: `${BUILDPACK.replace('v1alpha2', 'v1alpha3')}  image: "x:y:z"\n  stack: a\n`,
    problems: [
      'in.yaml:6:10 spec.image: invalid value: x:y:z (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
      'in.yaml:7:3 spec.stack: unknown field "stack"',
    ],
  },
  {
    title: 'a ClusterBuildpack with an invalid image',
    text: `${CLUSTER_BUILDPACK}  image: registry.test/Java\n`,
    problems: ['in.yaml:6:10 spec.image: invalid value: registry.test/Java (the repository has upper-case letters)'],
  },
  {
    title: 'a ClusterBuildpack with the field serviceAccountName',
    text: `${CLUSTER_BUILDPACK}  image: registry.test/java\n  serviceAccountName: a\n`,
    problems: [
      'in.yaml:7:3 spec.serviceAccountName: unknown field "serviceAccountName"; did you mean "serviceAccountRef"?',
    ],
  },
  {
    title: 'a ClusterBuildpack with an account without namespace',
    text: `${CLUSTER_BUILDPACK}  image: registry.test/java\n  serviceAccountRef: { name: a }\n`,
    problems: ['in.yaml:7:3 spec.serviceAccountRef.namespace: missing field(s)'],
  },
  {
    title: 'a ClusterBuildpack with an account without name',
    text: `${CLUSTER_BUILDPACK}  image: registry.test/java\n  serviceAccountRef:\n    namespace: a\n`,
    problems: ['in.yaml:7:3 spec.serviceAccountRef.name: missing field(s)'],
  },
  {
    title: 'a ClusterBuildpack with an empty account reference',
    text: `${CLUSTER_BUILDPACK}  image: registry.test/java\n  serviceAccountRef: {}\n`,
    problems: [
      'in.yaml:7:3 spec.serviceAccountRef.namespace: missing field(s)',
      'in.yaml:7:3 spec.serviceAccountRef.name: missing field(s)',
    ],
  },
  {
    title: 'a ClusterBuildpack with a string as account',
    text: `${CLUSTER_BUILDPACK}  image: registry.test/java\n  serviceAccountRef: a/b\n`,
    problems: ['in.yaml:7:22 spec.serviceAccountRef: expected an object, found the string "a/b"'],
  },
  {
    title: 'a ClusterBuildpack with a misspelt account',
    text: `${CLUSTER_BUILDPACK}  image: registry.test/java\n  serviceAccountRef: { nam: a, namespace: b }\n`,
    problems: ['in.yaml:7:24 spec.serviceAccountRef.nam: unknown field "nam"; did you mean "name"?'],
  },
  {
    title: 'a ClusterBuildpack in v1alpha1',
    text: `${CLUSTER_BUILDPACK.replace('v1alpha2', 'v1alpha1')}  image: registry.test/java\n`,
    problems: [
      'in.yaml:1:13 apiVersion: unknown version "v1alpha1" of ClusterBuildpack; use one of v1alpha2, v1alpha3',
    ],
  },
  {
    title: 'a v1alpha3 ClusterBuildpack with an invalid image',
    text: `${CLUSTER_BUILDPACK.replace('v1alpha2', 'v1alpha3')}  serviceAccountRef: { name: a, namespace: b }\n`,
    problems: ['in.yaml:5:1 spec.image: missing field(s)'],
  },
  {
    title: 'a misspelt kind',
    text: `${CLUSTER_BUILDPACK.replace('ClusterBuildpack', 'ClusterBuildPak')}  image: a/b\n`,
    problems: ['in.yaml:2:7 kind: unknown kind "ClusterBuildPak" in kpack.io; did you mean "ClusterBuildpack"?'],
  },
  {
    title: 'a misspelt API group',
    text: `${BUILDPACK.replace('kpack.io', 'kpak.io')}  image: a/b\n`,
    problems: ['in.yaml:1:13 apiVersion: unknown apiVersion "kpak.io/v1alpha2"; did you mean "kpack.io/v1alpha2"?'],
  },
];
