import { build, BUILD, type BadDocument } from './bad-document.ts';

/** Texts that are not valid YAML, or that taskpack rejects as unsafe. */
export const SYNTAX: readonly BadDocument[] = [
  {
    title: 'YAML that ends inside a flow mapping',
    text: `${BUILD}  tags: [registry.test/app\n`,
    problems: ['in.yaml:7:1 is not valid YAML: a bracket or quote is not closed'],
  },
  {
    title: 'YAML that ends inside quotes',
    text: `${BUILD}  tags: ["registry.test/app\n`,
    problems: ['in.yaml:6:10 is not valid YAML: this quote is not closed'],
  },
  {
    title: 'JSON that ends too early',
    text: '{"apiVersion": "kpack.io/v1alpha2",\n "kind": ',
    problems: ['in.yaml:2:10 is not valid YAML: a bracket or quote is not closed'],
  },
  {
    title: 'wrong indentation',
    text: `${BUILD}  tags:\n  - a/b\n builder: {}\n`,
    problems: ['in.yaml:8:2 is not valid YAML: bad indentation of a mapping entry'],
  },
  {
    title: 'a tab as indentation',
    text: `${BUILD}\ttags: []\n`,
    problems: ['in.yaml:6:1 is not valid YAML: tab characters must not be used in indentation'],
  },
  {
    title: 'a key without a colon',
    text: `${BUILD}  tags\n  builder: {}\n`,
    problems: ['in.yaml:7:10 is not valid YAML: bad indentation of a mapping entry'],
  },
  {
    title: 'two colons in a value',
    text: `${BUILD}  tags: a: b\n`,
    problems: ['in.yaml:6:10 is not valid YAML: quote a value that has a colon and a space, or begin a new line'],
  },
  {
    title: 'a duplicate key',
    text: build('  serviceAccountName: a\n  serviceAccountName: b\n'),
    problems: ['in.yaml:7:3 duplicate key "serviceAccountName"'],
  },
  {
    title: 'a duplicate quoted key',
    text: build('  "env": []\n  \'env\': []\n'),
    problems: ['in.yaml:7:3 duplicate key "env"'],
  },
  {
    title: 'a duplicate key in JSON',
    text: '{"kind": "Build", "kind": "Image"}',
    problems: ['in.yaml:1:19 duplicate key "kind"'],
  },
  {
    title: 'a binary file',
    text: 'PK\u0003\u0004\u0000\u0000',
    problems: ['in.yaml:1:5 is not valid YAML or JSON: contains bytes that are not UTF-8 text'],
  },
  {
    title: 'bytes that are not UTF-8',
    text: 'apiVersion: v1\nkind: \uFFFD\n',
    problems: ['in.yaml:2:7 is not valid YAML or JSON: contains bytes that are not UTF-8 text'],
  },
  {
    title: 'a control character',
    text: 'kind: "\u0001"\n',
    problems: ['in.yaml:1:8 is not valid YAML or JSON: contains a control character'],
  },
  {
    title: 'an alias without an anchor',
    text: build('  env: *nothing\n'),
    problems: ['in.yaml:6:9 this alias refers to no anchor; quote a value that begins with *'],
  },
  {
    title: 'a recursive alias',
    text: build('  env: &env [*env]\n'),
    problems: ['in.yaml:6:14 this alias refers to a value that contains the alias; copy the value instead'],
  },
  {
    title: 'aliases that expand too much',
    text: bomb(),
    problems: ['in.yaml:7:40 this alias makes the document too large; use fewer aliases'],
  },
  {
    title: 'an unknown tag',
    text: build('  env: !env []\n'),
    problems: ['in.yaml:6:8 unknown tag; quote a value that begins with !'],
  },
  {
    title: 'an unknown scalar tag',
    text: build('  serviceAccountName: !secret x\n'),
    problems: ['in.yaml:6:23 unknown tag; quote a value that begins with !'],
  },
  {
    title: 'a value that does not match its tag',
    text: build('  activeDeadlineSeconds: !!int x\n'),
    problems: ['in.yaml:6:26 this value does not match its tag; correct the value or remove the tag'],
  },
  {
    title: 'a list as a key',
    text: build('  ? [a]\n  : b\n'),
    problems: ['in.yaml:6:5 a key must be a string, not a list or mapping'],
  },
  {
    title: 'nesting that is too deep',
    text: '['.repeat(200),
    problems: ['in.yaml:1:100 is nested too deeply; use fewer levels'],
  },
  {
    title: 'a merge key whose value is not a mapping',
    text: build('  <<: 5\n'),
    problems: ['in.yaml:6:3 the value of a merge key must be a mapping or a list of mappings'],
  },
  ...[
    ['a value', 'kind: Secret\nmetadata:\n  name: {{ .Release.Name }}\n', '3:9'],
    ['a line', '{{- if .Values.enabled }}\nkind: Secret\n{{- end }}\n', '1:1'],
    ['labels', 'metadata:\n  labels:\n    {{- include "x" . | nindent 4 }}\n', '3:5'],
  ].map(([what, text = '', place]) => ({
    title: `a template for ${what}`,
    text,
    problems: [
      `in.yaml:${place} is not valid YAML: {{ begins an action of a template; render the template first, for example with "helm template", and read its output`,
    ],
  })),
  {
    title: 'an error far from text that looks like a template',
    text: build(
      '  env: [{ name: A, value: "{{ x }}" }]\n  defaultProcess: web\n  projectDescriptorPath: a\n kind: x\n',
    ),
    problems: ['in.yaml:9:2 is not valid YAML: bad indentation of a mapping entry'],
  },
  {
    title: 'an error in the second document',
    text: `${build('')}---\nkind: [\n`,
    problems: ['in.yaml:11:1 is not valid YAML: a bracket or quote is not closed'],
  },
  {
    title: 'an error after Windows line breaks',
    text: 'apiVersion: v1\r\nkind: Secret\r\nkind: Secret\r\n',
    problems: [
      'in.yaml:3:1 duplicate key "kind"; if another object begins here, write --- on a line of its own before it',
    ],
  },
  {
    title: 'an error after a byte order mark',
    text: '\uFEFFa: 1\na: 2\n',
    problems: ['in.yaml:2:1 duplicate key "a"'],
  },
  {
    title: 'an error after multi-byte characters',
    text: '{"😀é": 1, a: 1, a: 2}',
    problems: ['in.yaml:1:17 duplicate key "a"'],
  },
];

function bomb(): string {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]\n`,
  );
  return `l0: &l0 [lol]\n${levels.join('')}`;
}
