import { ACCOUNT, BUILDER, CLUSTER_BUILDER, STACK, TAG, type BadDocument } from './bad-document.ts';

const ORDER_HEAD = `${BUILDER}${TAG}${STACK}`;
const ORDER = `${ORDER_HEAD}  order:\n  - group:\n`;
const CLUSTER_ORDER = `${CLUSTER_BUILDER}${TAG}${STACK}${ACCOUNT}  order:\n  - group:\n`;

/** Orders that break kpack's rules or taskpack's rule for references by image. */
export const ORDER_RULES: readonly BadDocument[] = [
  {
    title: 'references without a kind or with a wrong kind',
    text: `${ORDER}    - { name: java }\n    - { kind: Pack }\n    - { name: java, kind: ClusterStore }\n    - { id: java, kind: buildpack, name: java }\n`,
    problems: [
      'in.yaml:10:7 spec.order[0].group[0].kind: invalid value:  (no kind is set; must be one of Buildpack, ClusterBuildpack)',
      'in.yaml:11:7 spec.order[0].group[1].name: missing field(s)',
      'in.yaml:11:15 spec.order[0].group[1].kind: invalid value: Pack (must be one of Buildpack, ClusterBuildpack)',
      'in.yaml:12:27 spec.order[0].group[2].kind: invalid value: ClusterStore (must be one of Buildpack, ClusterBuildpack)',
      'in.yaml:13:25 spec.order[0].group[3].kind: invalid value: buildpack (must be one of Buildpack, ClusterBuildpack; did you mean "Buildpack"?)',
    ],
  },
  {
    title: 'empty references',
    text: `${ORDER}    - {}\n    - { optional: true }\n    - { version: 1.0.0 }\n    - { id: "", image: "" }\n`,
    problems: [
      'in.yaml:10:7 spec.order[0].group[0].id, spec.order[0].group[0].image, spec.order[0].group[0].name: expected exactly one, got neither (set id, image, or kind and name)',
      'in.yaml:11:7 spec.order[0].group[1].id, spec.order[0].group[1].image, spec.order[0].group[1].name: expected exactly one, got neither (set id, image, or kind and name)',
      'in.yaml:12:7 spec.order[0].group[2].id, spec.order[0].group[2].image, spec.order[0].group[2].name: expected exactly one, got neither (set id, image, or kind and name)',
      'in.yaml:13:13 spec.order[0].group[3].id, spec.order[0].group[3].image, spec.order[0].group[3].name: expected exactly one, got neither (set id, image, or kind and name)',
    ],
  },
  {
    title: 'references by image with other fields',
    text: `${ORDER}    - { image: a/b, id: java }\n    - { image: a/b, id: java, version: 1.0.0, optional: true }\n    - { name: java, kind: Buildpack, image: a/b }\n    - { kind: Pack, image: a/b }\n`,
    problems: [
      'in.yaml:10:25 spec.order[0].group[0].id: must not set the field(s) (image already identifies the buildpack; remove the other fields)',
      'in.yaml:11:25 spec.order[0].group[1].id, spec.order[0].group[1].version: must not set the field(s) (image already identifies the buildpack; remove the other fields)',
      'in.yaml:12:27 spec.order[0].group[2].kind, spec.order[0].group[2].name: must not set the field(s) (image already identifies the buildpack; remove the other fields)',
      'in.yaml:13:15 spec.order[0].group[3].kind: must not set the field(s) (image already identifies the buildpack; remove the other fields)',
    ],
  },
  {
    title: 'references by an invalid image',
    text: `${ORDER}    - { image: a b }\n    - { image: A, id: java }\n`,
    problems: [
      'in.yaml:10:16 spec.order[0].group[0].image: invalid value: a b (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
      'in.yaml:11:16 spec.order[0].group[1].image: invalid value: A (the repository must have 2 to 255 characters, not 1)',
      'in.yaml:11:23 spec.order[0].group[1].id: must not set the field(s) (image already identifies the buildpack; remove the other fields)',
    ],
  },
  {
    title: 'the same mistakes in v1alpha3',
    text: `${ORDER.replace('v1alpha2', 'v1alpha3')}    - { image: a b }\n    - { image: a/b, name: java, kind: Buildpack }\n    - { name: java, kind: Builder }\n    - {}\n`,
    problems: [
      'in.yaml:10:16 spec.order[0].group[0].image: invalid value: a b (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
      'in.yaml:11:39 spec.order[0].group[1].kind, spec.order[0].group[1].name: must not set the field(s) (image already identifies the buildpack; remove the other fields)',
      'in.yaml:12:27 spec.order[0].group[2].kind: invalid value: Builder (must be one of Buildpack, ClusterBuildpack)',
      'in.yaml:13:7 spec.order[0].group[3].id, spec.order[0].group[3].image, spec.order[0].group[3].name: expected exactly one, got neither (set id, image, or kind and name)',
    ],
  },
  {
    title: 'a reference by image in v1alpha1',
    text: `${ORDER.replace('v1alpha2', 'v1alpha1')}    - { image: a/b }\n`,
    problems: ['in.yaml:10:9 spec.order[0].group[0].image: unknown field "image"'],
  },
  {
    title: 'numbers as versions',
    text: `${ORDER}    - { id: java, version: 1.0 }\n    - { id: go, version: 1 }\n`,
    problems: [
      'in.yaml:10:28 spec.order[0].group[0].version: expected a string, found the number 1',
      'in.yaml:11:26 spec.order[0].group[1].version: expected a string, found the number 1',
    ],
  },
  {
    title: 'misspelt fields of references',
    text: `${ORDER}    - { ID: java }\n    - { name: java, kind: Buildpack, namepsace: a }\n    - { id: go, optional: "true" }\n`,
    problems: [
      'in.yaml:10:9 spec.order[0].group[0].ID: unknown field "ID"; did you mean "id"?',
      'in.yaml:11:38 spec.order[0].group[1].namepsace: unknown field "namepsace"; did you mean "namespace"?',
      'in.yaml:12:27 spec.order[0].group[2].optional: expected a boolean, found the string "true"',
    ],
  },
  {
    title: 'an order without groups',
    text: `${ORDER_HEAD}  order:\n  - id: java\n  - [java]\n`,
    problems: [
      'in.yaml:9:5 spec.order[0].id: unknown field "id"',
      'in.yaml:10:5 spec.order[1]: expected an object, found an array',
    ],
  },
  {
    title: 'the references of a ClusterBuilder',
    text: `${CLUSTER_ORDER}    - { name: java, kind: Pack }\n    - { image: a/b, kind: ClusterBuildpack }\n    - {}\n`,
    problems: [
      'in.yaml:11:27 spec.order[0].group[0].kind: invalid value: Pack (must be one of Buildpack, ClusterBuildpack)',
      'in.yaml:12:27 spec.order[0].group[1].kind: must not set the field(s) (image already identifies the buildpack; remove the other fields)',
      'in.yaml:13:7 spec.order[0].group[2].id, spec.order[0].group[2].image, spec.order[0].group[2].name: expected exactly one, got neither (set id, image, or kind and name)',
    ],
  },
  {
    title: 'a v1alpha3 ClusterBuilder with a store',
    text: `${CLUSTER_ORDER.replace('v1alpha2', 'v1alpha3')}    - { image: a/b }\n  store: { kind: ClusterStore, name: s }\n`,
    problems: ['in.yaml:12:3 spec.store: unknown field "store"'],
  },
  {
    title: 'a string as lifecycle',
    text: `${ORDER_HEAD}  lifecycle: default-lifecycle\n`,
    problems: ['in.yaml:8:14 spec.lifecycle: expected an object, found the string "default-lifecycle"'],
  },
];
