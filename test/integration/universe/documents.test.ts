import { expect } from 'chai';
import { readObjects } from '../../../src/core/api/read-objects.ts';
import { universeDocuments, type UniverseDocuments } from '../../cluster/universe/documents.ts';
import type { PushedUniverse } from '../../cluster/universe/push-universe.ts';
import { someUniverse } from './some-universe.ts';

describe("the universe's documents", () => {
  let pushed: PushedUniverse;
  let documents: UniverseDocuments;

  before(async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    const names = Object.entries(await someUniverse());
    const references = names.map(([name, { manifest }]) => [name, `127.0.0.1:5000/${name}@${manifest.digest}`]);
    pushed = Object.fromEntries(references) as PushedUniverse;
    documents = universeDocuments(pushed, 'tests');
  });

  it('are valid objects of kpack', () => {
    const all = [...documents.parts, ...Object.values(documents.builders)];
    const { objects, problems } = readObjects(all.map((value) => ({ value })));
    expect(problems).to.deep.equal([]);
    expect(new Set(objects.map(({ kind }) => kind))).to.have.all.keys(
      'ClusterStack',
      'ClusterLifecycle',
      'ClusterStore',
      'ClusterBuildpack',
      'Buildpack',
      'Builder',
      'ClusterBuilder',
    );
  });

  it('name exactly the pushed images', () => {
    const named = JSON.stringify(documents).match(/127\.0\.0\.1:5000\/[^"]*@sha256:[0-9a-f]{64}/g) ?? [];
    expect([...new Set(named)].toSorted()).to.deep.equal(Object.values(pushed).toSorted());
  });

  it('have builders that reference only existing objects', () => {
    const there = documents.parts.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    for (const { spec } of Object.values(documents.builders)) {
      const resources = (spec.order ?? []).flatMap(({ group = [] }) => group.filter(({ kind }) => kind !== undefined));
      const { stack, lifecycle, store } = spec;
      const references = [stack, lifecycle, store, ...resources].map((reference) =>
        reference === undefined ? 'nothing' : `${reference.kind} ${reference.name}`,
      );
      expect(there).to.include.members(references);
    }
  });
});
