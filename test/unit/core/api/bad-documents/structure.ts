import { BUILD, build, BUILD_BUILDER, SOURCE, TAGS, type BadDocument } from './bad-document.ts';

/** Objects of wrong shape. */
export const STRUCTURE: readonly BadDocument[] = [
  {
    title: 'a misspelt field',
    text: `${BUILD}${TAGS}${SOURCE}  buildr: { image: registry.test/builder }\n`,
    problems: ['in.yaml:8:3 spec.buildr: unknown field "buildr"; did you mean "builder"?'],
  },
  {
    title: 'a field that nobody could mean',
    text: build('  colour: red\n'),
    problems: ['in.yaml:6:3 spec.colour: unknown field "colour"'],
  },
  {
    title: 'unknown fields at several depths',
    text: `x: 1\n${build('  env:\n  - { name: A, vale: b }\n  cache: { volume: { request: 1G } }\n')}`,
    problems: [
      'in.yaml:1:1 x: unknown field "x"',
      'in.yaml:8:16 spec.env[0].vale: unknown field "vale"; did you mean "value"?',
      'in.yaml:9:22 spec.cache.volume.request: unknown field "request"',
    ],
  },
  {
    title: 'a field of the wrong case',
    text: build('  serviceaccountname: x\n'),
    problems: [
      'in.yaml:6:3 spec.serviceaccountname: unknown field "serviceaccountname"; did you mean "serviceAccountName"?',
    ],
  },
  {
    title: 'a number for a text',
    text: build('  serviceAccountName: 5\n'),
    problems: ['in.yaml:6:23 spec.serviceAccountName: expected a string, found the number 5'],
  },
  {
    title: 'a boolean for a text',
    text: build('  env: [{ name: A, value: true }]\n'),
    problems: ['in.yaml:6:27 spec.env[0].value: expected a string, found the boolean true'],
  },
  {
    title: 'a text for a number',
    text: build('  activeDeadlineSeconds: "60"\n'),
    problems: ['in.yaml:6:26 spec.activeDeadlineSeconds: expected an integer, found the string "60"'],
  },
  {
    title: 'a fraction for an integer',
    text: build('  activeDeadlineSeconds: 1.5\n'),
    problems: ['in.yaml:6:26 spec.activeDeadlineSeconds: expected an integer, found the number 1.5'],
  },
  {
    title: 'a number that no integer can hold',
    text: build('  activeDeadlineSeconds: 99999999999999999999\n'),
    problems: [
      'in.yaml:6:26 spec.activeDeadlineSeconds: this integer would be rounded; quote the value if it is a string',
    ],
  },
  {
    title: 'a text for a list',
    text: `${BUILD}  tags: registry.test/app\n${BUILD_BUILDER}${SOURCE}`,
    problems: ['in.yaml:6:9 spec.tags: expected an array, found the string "registry.test/app"'],
  },
  {
    title: 'a list for an object',
    text: build('  resources: []\n'),
    problems: ['in.yaml:6:3 spec.resources: expected an object, found an array'],
  },
  {
    title: 'an object for a text',
    text: build('  defaultProcess: { type: web }\n'),
    problems: ['in.yaml:6:3 spec.defaultProcess: expected a string, found an object'],
  },
  {
    title: 'a list for a map',
    text: build('  nodeSelector: [a]\n'),
    problems: ['in.yaml:6:3 spec.nodeSelector: expected an object, found an array'],
  },
  {
    title: 'a list for a spec',
    text: BUILD.replace('spec:\n', 'spec: []\n'),
    problems: ['in.yaml:5:1 spec: expected an object, found an array'],
  },
  {
    title: 'wrong items in several lists',
    text: `${BUILD}  tags:\n  - 5\n  - registry.test/app\n  - null\n  env: [x, { name: 1 }]\n${BUILD_BUILDER}${SOURCE}`,
    problems: [
      'in.yaml:7:5 spec.tags[0]: expected a string, found the number 5',
      'in.yaml:9:5 spec.tags[2]: expected a string, found null',
      'in.yaml:10:9 spec.env[0]: expected an object, found the string "x"',
      'in.yaml:10:20 spec.env[1].name: expected a string, found the number 1',
    ],
  },
  {
    title: 'a label that is a number',
    text: build('').replace('name: sample', 'name: sample\n  labels: { app: 1 }'),
    problems: ['in.yaml:5:18 metadata.labels.app: expected a string, found the number 1'],
  },
  {
    title: 'a variable without a name',
    text: build('  env:\n  - value: x\n'),
    problems: ['in.yaml:7:5 spec.env[0].name: missing field(s)'],
  },
  {
    title: 'a quantity that is none',
    text: build('  resources: { limits: { cpu: lots, memory: [1] } }\n'),
    problems: [
      'in.yaml:6:31 spec.resources.limits.cpu: invalid value: lots (a quantity is a number with a unit, such as 500m or 2Gi)',
      'in.yaml:6:37 spec.resources.limits.memory: expected a string or a number, found an array',
    ],
  },
  {
    title: 'no name',
    text: build('').replace('  name: sample', '  namespace: default'),
    problems: ['in.yaml:3:1 metadata.name: missing field(s)'],
  },
  {
    title: 'no metadata',
    text: build('').replace('metadata:\n  name: sample\n', ''),
    problems: ['in.yaml:1:1 metadata.name: missing field(s)'],
  },
  {
    title: 'an empty name',
    text: build('').replace('name: sample', 'name: ""'),
    problems: ['in.yaml:4:9 metadata.name: missing field(s)'],
  },
  {
    title: 'a name that is none',
    text: build('').replace('name: sample', 'name: My_Build'),
    problems: [
      "in.yaml:4:9 metadata.name: invalid value: My_Build (a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'))",
    ],
  },
  {
    title: 'a namespace that is none',
    text: build('').replace('name: sample', 'name: sample\n  namespace: a.b'),
    problems: [
      "in.yaml:5:14 metadata.namespace: invalid value: a.b (a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'))",
    ],
  },
  {
    title: 'a long unknown value',
    text: build(`  activeDeadlineSeconds: "${'x'.repeat(100)}"\n`),
    problems: [
      'in.yaml:6:26 spec.activeDeadlineSeconds: expected an integer, found the string "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"',
    ],
  },
  {
    title: 'a message that would break the line',
    text: build('  "a\\nb": 1\n'),
    problems: ['in.yaml:6:3 spec[a\\nb]: unknown field "a\\nb"'],
  },
  {
    title: 'missing fields, a rule about their parents and a range at once',
    text: `${BUILD}${TAGS}  typo: 1\n  builder:\n    image: a/b\n    ref: { kind: Builder }\n  cache: { volume: { a: 1 }, registry: {} }\n  source:\n    git: { url: https://git.test/app }\n    blob: { url: https://blob.test/app, stripComponents: -1 }\n`,
    problems: [
      'in.yaml:7:3 spec.typo: unknown field "typo"',
      'in.yaml:9:12 spec.builder.image, spec.builder.ref: expected exactly one, got both',
      'in.yaml:10:5 spec.builder.ref.name: missing field(s)',
      'in.yaml:11:22 spec.cache.volume.a: unknown field "a"',
      'in.yaml:11:30 spec.cache.registry, spec.cache.volume: only one type of cache can be specified',
      'in.yaml:13:5 spec.source.git.revision: missing field(s)',
      'in.yaml:14:5 spec.source.blob, spec.source.git: expected exactly one, got both',
      'in.yaml:14:58 spec.source.blob.stripComponents: expected positive integer got -1 (must be 0 or more)',
    ],
  },
];
