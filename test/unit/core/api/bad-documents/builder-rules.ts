import { ACCOUNT, BUILDER, CLUSTER_BUILDER, STACK, TAG, type BadDocument } from './bad-document.ts';

/** Builders and ClusterBuilders that break kpack's rules. */
export const BUILDER_RULES: readonly BadDocument[] = [
  {
    title: 'an empty spec',
    text: `${BUILDER.trimEnd()} {}\n`,
    problems: ['in.yaml:5:1 spec.tag: missing field(s)', 'in.yaml:5:1 spec.stack.name: missing field(s)'],
  },
  {
    title: 'an invalid tag',
    text: `${BUILDER}  tag: a b\n${STACK}`,
    problems: [
      'in.yaml:6:8 spec.tag: invalid value: a b (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
    ],
  },
  {
    title: 'a misspelt kind of a stack',
    text: `${BUILDER}${TAG}  stack: { kind: ClusterStck, name: base }\n`,
    problems: [
      'in.yaml:7:18 spec.stack.kind: invalid value: ClusterStck (must be one of ClusterStack; did you mean "ClusterStack"?)',
    ],
  },
  {
    title: 'a stack of another kind',
    text: `${BUILDER}${TAG}  stack: { kind: Stack, name: base }\n`,
    problems: ['in.yaml:7:18 spec.stack.kind: invalid value: Stack (must be one of ClusterStack)'],
  },
  {
    title: 'a store of another kind',
    text: `${BUILDER}${TAG}${STACK}  store: { kind: Store }\n`,
    problems: [
      'in.yaml:8:3 spec.store.name: missing field(s)',
      'in.yaml:8:18 spec.store.kind: invalid value: Store (must be one of ClusterStore)',
    ],
  },
  {
    title: 'a misspelt group',
    text: `${BUILDER}${TAG}${STACK}  order:\n  - groups: []\n`,
    problems: ['in.yaml:9:5 spec.order[0].groups: unknown field "groups"; did you mean "group"?'],
  },
  {
    title: 'a ClusterBuilder without stack kind and account',
    text: `${CLUSTER_BUILDER}${TAG}  stack: { name: base }\n`,
    problems: [
      'in.yaml:5:1 spec.serviceAccountRef.namespace: missing field(s)',
      'in.yaml:5:1 spec.serviceAccountRef.name: missing field(s)',
      'in.yaml:7:3 spec.stack.kind: invalid value:  (no kind is set; must be one of ClusterStack)',
    ],
  },
  {
    title: "a ClusterBuilder's account without namespace",
    text: `${CLUSTER_BUILDER}${TAG}${STACK}  serviceAccountRef: { name: a }\n`,
    problems: ['in.yaml:8:3 spec.serviceAccountRef.namespace: missing field(s)'],
  },
  {
    title: 'a ClusterBuilder with a service account name',
    text: `${CLUSTER_BUILDER}${TAG}${STACK}${ACCOUNT}  serviceAccountName: a\n`,
    problems: [
      'in.yaml:9:3 spec.serviceAccountName: unknown field "serviceAccountName"; did you mean "serviceAccountRef"?',
    ],
  },
  {
    title: 'a store in v1alpha3',
    text: `${BUILDER.replace('v1alpha2', 'v1alpha3')}${TAG}${STACK}  store: { kind: ClusterStore, name: s }\n`,
    problems: ['in.yaml:8:3 spec.store: unknown field "store"'],
  },
  {
    title: 'a resource reference in v1alpha1',
    text: `${BUILDER.replace('v1alpha2', 'v1alpha1')}${TAG}${STACK}  order: [{ group: [{ kind: Buildpack, name: b }] }]\n`,
    problems: [
      'in.yaml:8:23 spec.order[0].group[0].kind: unknown field "kind"',
      'in.yaml:8:40 spec.order[0].group[0].name: unknown field "name"',
    ],
  },
];
