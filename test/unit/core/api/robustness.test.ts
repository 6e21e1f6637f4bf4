import { expect } from 'chai';
import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SUPPORTED_KINDS } from '../../../../src/core/api/kinds.ts';
import { readObjects } from '../../../../src/core/api/read-objects.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { codePoint } from '../../../support/code-points.ts';

const SAMPLES = path.join(import.meta.dirname, 'fixtures/kpack-samples');
const TEXTS = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(path.join(SAMPLES, name), 'utf8'));

/** A sample with some characters removed or replaced. */
const damaged = fc
  .tuple(fc.constantFrom(...TEXTS), fc.array(fc.tuple(fc.nat(2000), fc.string({ maxLength: 3 })), { maxLength: 4 }))
  .map(([text, changes]) =>
    changes.reduce((changed, [at, insertion]) => {
      const place = at % (changed.length + 1);
      return changed.slice(0, place) + insertion + changed.slice(place + insertion.length);
    }, text),
  );

const kind = fc.constantFrom(...SUPPORTED_KINDS);
// oxfmt-ignore
const keys = fc.constantFrom(
  'tags', 'tag', 'builder', 'source', 'git', 'image', 'ref', 'name', 'order', 'group', 'env', 'stack', 'bindings', 'x',
  'sources', 'buildImage', 'runImage', 'serviceAccountRef', 'buildpacks', 'stacks', 'layer', 'manifest', 'id',
  'cnbBindings', 'resources', 'limits', 'notary', 'v1', 'cache', 'volume', 'build', 'affinity', 'annotations',
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, '', 'a', 'a/b', 5, -1.5, true),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(keys, tie('json'), { maxKeys: 6 }),
  ),
}));
const object = fc
  .record({ kind, version: fc.nat(5), metadata: json, spec: json, status: json })
  .map(({ kind: { group, kind: name, versions }, version, ...rest }) => {
    const prefix = group === '' ? '' : `${group}/`;
    return { apiVersion: `${prefix}${versions[version % versions.length]}`, kind: name, ...rest };
  });

describe('readObjects and parseYaml', () => {
  it('read every damaged sample without throwing, and locate all problems', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const { documents, problems } = parseYaml(text, 'in.yaml');
        const read = readObjects(documents);
        expect([...problems, ...read.problems].every(({ location }) => (location?.line ?? 0) > 0)).to.equal(true);
        expect(read.objects.length + read.problems.length).to.be.at.least(documents.length);
      }),
    );
  });

  it('read every text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 50 }), (text) => {
        const { documents, problems } = parseYaml(text, 'in.yaml');
        expect(problems.length === 0 || documents.length === 0).to.equal(true);
      }),
    );
  });

  it('read an object of any content or report a problem', () => {
    fc.assert(
      fc.property(object, (value) => {
        const { objects, problems } = readObjects([{ value }]);
        expect(objects.length === 0).to.equal(problems.length > 0);
      }),
    );
  });
});
