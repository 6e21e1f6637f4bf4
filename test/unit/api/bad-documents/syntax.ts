import { build, BUILD, type BadDocument } from './bad-document.ts';

/** Texts that are no YAML, or no YAML that can be trusted. */
export const SYNTAX: readonly BadDocument[] = [
  {
    title: 'YAML that ends inside a flow mapping',
    text: `${BUILD}  tags: [registry.test/app\n`,
    problems: ['in.yaml:7:1 is not valid YAML: ends before a bracket or quote is closed'],
  },
  {
    title: 'YAML that ends inside quotes',
    text: `${BUILD}  tags: ["registry.test/app\n`,
    problems: ['in.yaml:7:1 is not valid YAML: ends before a bracket or quote is closed'],
  },
  {
    title: 'JSON that ends too early',
    text: '{"apiVersion": "kpack.io/v1alpha2",\n "kind": ',
    problems: ['in.yaml:2:10 is not valid YAML: ends before a bracket or quote is closed'],
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
    problems: ['in.yaml:6:10 is not valid YAML: bad indentation of a mapping entry'],
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
  { title: 'a binary file', text: 'PK\u0003\u0004\u0000\u0000', problems: ['in.yaml:1:5 is not YAML or JSON text'] },
  {
    title: 'bytes that are not UTF-8',
    text: 'apiVersion: v1\nkind: \uFFFD\n',
    problems: ['in.yaml:2:7 is not YAML or JSON text'],
  },
  { title: 'a control character', text: 'kind: "\u0001"\n', problems: ['in.yaml:1:8 is not YAML or JSON text'] },
  {
    title: 'an alias without an anchor',
    text: build('  env: *nothing\n'),
    problems: ['in.yaml:6:9 this alias refers to no anchor; quote a value that begins with *'],
  },
  {
    title: 'an alias to what it is part of',
    text: build('  env: &env [*env]\n'),
    problems: ['in.yaml:6:14 this alias refers to what it is part of'],
  },
  { title: 'aliases that multiply', text: bomb(), problems: ['in.yaml:7:40 this alias makes the document too large'] },
  {
    title: 'a tag that is not known',
    text: build('  env: !env []\n'),
    problems: ['in.yaml:6:8 this tag is not known; quote a value that begins with !'],
  },
  {
    title: 'a scalar tag that is not known',
    text: build('  serviceAccountName: !secret x\n'),
    problems: ['in.yaml:6:23 this tag is not known; quote a value that begins with !'],
  },
  {
    title: 'a value that does not fit its tag',
    text: build('  activeDeadlineSeconds: !!int x\n'),
    problems: ['in.yaml:6:26 this value does not fit its tag'],
  },
  { title: 'a list as key', text: build('  ? [a]\n  : b\n'), problems: ['in.yaml:6:5 a key must be a text'] },
  { title: 'too many levels', text: '['.repeat(200), problems: ['in.yaml:1:100 is nested too deeply'] },
  {
    title: 'a merge of what is no mapping',
    text: build('  <<: 5\n'),
    problems: ['in.yaml:6:3 a merge key takes a mapping or a list of mappings'],
  },
  {
    title: 'an error in the second document',
    text: `${build('')}---\nkind: [\n`,
    problems: ['in.yaml:11:1 is not valid YAML: ends before a bracket or quote is closed'],
  },
  {
    title: 'an error after Windows line breaks',
    text: 'apiVersion: v1\r\nkind: Secret\r\nkind: Secret\r\n',
    problems: ['in.yaml:3:1 duplicate key "kind"'],
  },
  {
    title: 'an error after a byte order mark',
    text: '\uFEFFa: 1\na: 2\n',
    problems: ['in.yaml:2:1 duplicate key "a"'],
  },
  {
    title: 'an error behind characters of several bytes',
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
