import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../../../src/core/model/json.ts';
import { formatYaml } from '../../../src/core/yaml/format-yaml.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { ROOT } from '../../support/command.ts';
import { SAMPLE } from '../../support/sample.ts';
import { damagedText } from './damaged-text.ts';
import { changedJson, hostileText } from './hostile-json.ts';

/** The secret in the Secret of the sample. No problem quotes it, in any encoding. */
export const SECRET = 'secret-of-the-account';

const ACCOUNT = `apiVersion: v1
kind: Secret
metadata:
  name: login
  namespace: default
  annotations: {kpack.io/docker: example.com}
type: kubernetes.io/basic-auth
stringData: {username: jane, password: ${SECRET}}
---
`;

const KPACK_SAMPLES = path.join(ROOT, 'test/unit/core/api/fixtures/kpack-samples');
const TEXTS = [
  ACCOUNT + SAMPLE.build + '---\n' + SAMPLE.facts,
  ...readdirSync(KPACK_SAMPLES)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(path.join(KPACK_SAMPLES, name), 'utf8')),
];

/** The documents of the sample as JSON. The last Build is complete, so that small changes reach the translators. */
const DOCUMENTS = parseYaml(TEXTS[0] ?? '', 'sample.yaml').documents.map(({ value }) => value as Json);

/** Fragments that make YAML parsers slow, or that two parsers read differently. */
const fragment = fc.oneof(
  fc.constantFrom(
    'a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n',
    'a: &a {b: *a}\n',
    '<<: [{a: 1}, {a: 2}]\n',
    '{<<: *x}\n',
    '? [a, b]\n: c\n',
    '? |\n  a\n: b\n',
    '!!binary "AAAA"\n',
    '!<tag:x> a\n',
    '%YAML 1.1\n---\n',
    '%TAG ! tag:x,1:\n---\n',
    '--- |\n a\n...\n',
    'a: >2-\n    x\n',
    '"\\ud800": "\\uFFFF"\n',
    'on: yes\nn: 0777\n1_000: 1:30\n',
    '__proto__: {polluted: true}\n',
    '\t- a\n',
    'a: b: c\n',
    '- - - -\n',
    '[[[[[[[[[[',
    '['.repeat(3_000),
    '{a: '.repeat(3_000),
    `${'- '.repeat(2_000)}a\n`,
    `${'a'.repeat(3_000)}: ${'b'.repeat(3_000)}\n`,
    `kind: List\napiVersion: v1\nitems: [[], {}, null, {kind: List, apiVersion: v1, items: 5}]\n`,
  ),
  hostileText,
);

/** Texts of files that a user passes to taskpack. */
export const yamlText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: changedDocuments() },
  { weight: 2, arbitrary: damagedText(fc.constantFrom(...TEXTS)) },
  { weight: 1, arbitrary: fc.array(fragment, { maxLength: 4 }).map((parts) => parts.join('')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...TEXTS), fragment, fc.nat())
      .map(([text, part, at]) => inserted(text, part, at)),
  },
);

/** Changes one document of the sample and keeps the others. */
function changedDocuments(): fc.Arbitrary<string> {
  return fc
    .nat(DOCUMENTS.length - 1)
    .chain((place) => changedJson([DOCUMENTS[place] ?? null]).map((changed) => DOCUMENTS.with(place, changed)))
    .map((documents) => documents.map((json) => formatYaml(json)).join('---\n'));
}

/** Inserts the part at the beginning of a line. */
function inserted(text: string, part: string, at: number): string {
  const lines = text.split('\n');
  return lines.toSpliced(at % lines.length, 0, part).join('\n');
}
