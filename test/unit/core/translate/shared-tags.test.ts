import { expect } from 'chai';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { someAccount, someClusterBuilder, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const image = (name: string, spec: JsonObject, namespace = 'team'): JsonObject => ({
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Image',
  metadata: { name, namespace },
  spec: {
    builder: { kind: 'ClusterBuilder', name: 'base' },
    serviceAccountName: 'default',
    source: { git: { url: 'https://git.example.com/a', revision: 'main' } },
    ...spec,
  },
});

function warnings(...images: readonly JsonObject[]): readonly string[] {
  const text = images.map((one) => JSON.stringify(one)).join('\n---\n');
  const documents = [...parseYaml(text, 'in.yaml').documents, someAccount(), someClusterBuilder(), someFacts()];
  return translate(documents, someOptions())
    .problems.map(formatProblem)
    .filter((problem) => problem.includes(' push to '));
}

const TAG = 'r.example.com/app';

describe('Images of one input that push to one tag', () => {
  const columns = JSON.stringify(image('a', { tag: TAG })).indexOf('"r.example') + 1;

  it('are warned of with both positions, once for each Image after the first', () => {
    const found = warnings(...['a', 'b', 'c'].map((name) => image(name, { tag: TAG })));
    expect(found).to.deep.equal(
      [
        ['b', 3],
        ['c', 5],
      ].map(
        ([name, line]) =>
          `in.yaml:${line}:${columns} spec.tag: Image "${name}" and Image "a" (in.yaml:1:${columns}) push to ${TAG}:latest, and each replaces the image of the other: give one Image another tag`,
      ),
    );
  });

  for (const [what, one, other, count] of [
    ['another spelling', { tag: TAG }, { tag: 'R.example.com:443/app:latest' }, 1],
    ['an additional tag', { tag: TAG }, { tag: `${TAG}:1`, additionalTags: [TAG] }, 1],
    ['the tag of a cache', { tag: TAG }, { tag: `${TAG}:1`, cache: { registry: { tag: TAG } } }, 1],
    ['other tags', { tag: TAG }, { tag: `${TAG}:1` }, 0],
  ] as const) {
    it(`are ${count === 0 ? 'not ' : ''}warned of for ${what}`, () => {
      expect(warnings(image('a', one), image('b', other))).to.have.length(count);
    });
  }

  it('are not warned of in two namespaces', () => {
    expect(warnings(image('a', { tag: TAG }), image('b', { tag: TAG }, 'other'))).to.deep.equal([]);
  });
});
