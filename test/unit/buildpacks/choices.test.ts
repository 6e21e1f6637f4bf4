import { expect } from 'chai';
import type { Why } from '../../../src/buildpacks/choice.ts';
import type { OrderEntry } from '../../../src/buildpacks/reference.ts';
import type { BuildpackSource } from '../../../src/buildpacks/source.ts';
import { NAMESPACE, problemsOf, resolution, resolved, someBuildpack, someMeta, someSource } from './some-buildpacks.ts';

const STORE = someSource('ClusterStore', 'some-store', 'a@1.0.0', 'a@1.2.0', 'a@1.10.0', 'a@2.0.0', 'a@3.0.0-rc.1');

describe('the version chosen', () => {
  const rows: readonly (readonly [version: string | undefined, chosen: string, why: Why])[] = [
    [undefined, '3.0.0-rc.1', { kind: 'highest', of: 5 }],
    ['', '3.0.0-rc.1', { kind: 'highest', of: 5 }],
    ['1.2.0', '1.2.0', { kind: 'exact' }],
    ['^1.2', '1.10.0', { kind: 'range', range: '^1.2', of: 2 }],
    ['>=1 <3', '2.0.0', { kind: 'range', range: '>=1 <3', of: 4 }],
    ['*', '2.0.0', { kind: 'range', range: '*', of: 4 }],
    ['>=3.0.0-a', '3.0.0-rc.1', { kind: 'range', range: '>=3.0.0-a', of: 1 }],
  ];
  for (const [version, chosen, why] of rows) {
    it(`for ${version}: ${chosen}, ${why.kind}`, () => {
      const [entry] = entriesOf({ id: 'a', ...(version !== undefined && { version }) }, [STORE]);
      expect(entry?.chosen.buildpack.version).to.equal(chosen);
      expect(entry?.why).to.deep.equal(why);
    });
  }

  it('is the only one where there is one, whoever has it', () => {
    const sources = [someSource('Buildpack', 'x', 'a@1'), someSource('ClusterBuildpack', 'y', 'a@1')];
    expect(entriesOf({ id: 'a' }, sources)[0]?.why).to.deep.equal({ kind: 'only' });
  });

  it('is the one written so before it is a range', () => {
    const source = someSource('ClusterStore', 'some-store', 'a@1.x', 'a@1.9.0');
    expect(resolved({ id: 'a', version: '1.x' }, [source])).to.deep.equal(['a@1.x of ClusterStore some-store']);
  });

  it('is no other spelling of the one asked for, as in kpack', () => {
    expect(refusals({ id: 'a', version: 'v1.0.0' }, [STORE])).to.deep.equal([
      "could not find buildpack with id 'a' and version 'v1.0.0' (there are 3.0.0-rc.1, 2.0.0, 1.10.0, 1.2.0, 1.0.0)",
    ]);
  });

  it('is not followed where a part of a version is asked for, as in kpack', () => {
    expect(resolved({ id: 'a', version: '1.2' }, [STORE])).to.deep.equal([
      "could not find buildpack with id 'a' and version '1.2'",
    ]);
  });

  it('of loose versions is the highest, in its own spelling', () => {
    const source = someSource('ClusterStore', 'some-store', 'a@v1', 'a@2023.01', 'a@2023.1.1-beta', 'a@3');
    expect(resolved({ id: 'a' }, [source])).to.deep.equal(['a@2023.1.1-beta of ClusterStore some-store']);
    expect(resolved({ id: 'a', version: '<2023.1.1' }, [source])).to.deep.equal([
      'a@2023.01 of ClusterStore some-store',
    ]);
  });

  it('of one precedence is the last by its text', () => {
    const source = someSource('Buildpack', 'x', 'a@1.0.0+b', 'a@1.0.0+c', 'a@1.0.0+a');
    expect(resolved({ id: 'a' }, [source])).to.deep.equal(['a@1.0.0+c of Buildpack x']);
  });

  it('may have numbers beyond 2^53', () => {
    const source = someSource('ClusterStore', 'some-store', 'a@9007199254740993.0.0', 'a@9007199254740992.0.0');
    expect(resolved({ id: 'a' }, [source])).to.deep.equal(['a@9007199254740993.0.0 of ClusterStore some-store']);
    expect(resolved({ id: 'a', version: '>1' }, [source])).to.deep.equal([
      "cannot find buildpack 'a' with version '>1': no range can hold the numbers of version '9007199254740993.0.0'",
    ]);
  });

  it('names ten versions at most that there are', () => {
    const many = Array.from({ length: 12 }, (_, index) => `a@${index}.0.0`);
    expect(refusals({ id: 'a', version: '^20' }, [someSource('ClusterStore', 'some-store', ...many)])).to.deep.equal([
      "could not find buildpack with id 'a' and version '^20' (there are 11.0.0, 10.0.0, 9.0.0, 8.0.0, 7.0.0, 6.0.0, 5.0.0, 4.0.0, 3.0.0, 2.0.0 and 2 more)",
    ]);
  });
});

describe('versions that are none', () => {
  const source = someSource('ClusterStore', 'some-store', 'a@1.0.0', 'a@latest', 'a@1.2.3.4');

  it('spoil the highest', () => {
    expect(resolved({ id: 'a' }, [source])).to.deep.equal([
      "cannot find buildpack 'a' with latest version due to invalid semver '1.2.3.4'",
      "cannot find buildpack 'a' with latest version due to invalid semver 'latest'",
    ]);
  });

  it('spoil a range', () => {
    expect(resolved({ id: 'a', version: '^1' }, [source])).to.deep.equal([
      "cannot find buildpack 'a' with version '^1' due to invalid semver '1.2.3.4'",
      "cannot find buildpack 'a' with version '^1' due to invalid semver 'latest'",
    ]);
  });

  it('spoil the only one, and that of a resource', () => {
    const words = "cannot find buildpack 'a' with latest version due to invalid semver 'latest'";
    const only = someSource('Buildpack', 'x', 'a@latest');
    expect(resolved({ id: 'a' }, [only])).to.deep.equal([words]);
    expect(resolved({ kind: 'Buildpack', name: 'x' }, [only])).to.deep.equal([words]);
  });

  it('are chosen where one is asked for', () => {
    expect(resolved({ id: 'a', version: 'latest' }, [source])).to.deep.equal(['a@latest of ClusterStore some-store']);
  });

  it('are of no concern to other buildpacks', () => {
    const other = someSource('Buildpack', 'x', 'b@latest', 'c@1');
    expect(resolved({ id: 'c' }, [other])).to.deep.equal(['c@1 of Buildpack x']);
  });
});

describe('what else was considered', () => {
  it('is the same buildpack elsewhere, lower versions, and others, from high to low', () => {
    const sources = [STORE, someSource('Buildpack', 'x', 'a@1.10.0', 'a@1.2.0')];
    const [entry] = entriesOf({ id: 'a', version: '^1.2' }, sources);
    const lines = entry?.considered.map(
      ({ buildpack, resource, because }) => `${buildpack.version} of ${resource.kind}: ${because}`,
    );
    expect(lines).to.deep.equal([
      '3.0.0-rc.1 of ClusterStore: other',
      '2.0.0 of ClusterStore: other',
      '1.10.0 of ClusterStore: same',
      '1.2.0 of Buildpack: lower',
      '1.2.0 of ClusterStore: lower',
      '1.0.0 of ClusterStore: other',
    ]);
    expect(entry?.chosen.resource.kind).to.equal('Buildpack');
  });
});

describe('the same buildpack of several resources', () => {
  const kinds = ['image', 'ClusterStore', 'ClusterBuildpack', 'Buildpack'] as const;
  for (const [index, kind] of kinds.entries()) {
    it(`is that of the ${kind} before ${kinds.slice(0, index).join(', ') || 'none'}`, () => {
      const sources = kinds.slice(0, index + 1).map((each) => someSource(each, 'some-store', 'a@1'));
      const result = resolution([[{ id: 'a' }, { image: 'some-store' }]], sources);
      expect(result.entries[0]?.chosen.resource.kind).to.equal(kind);
    });
  }

  it('is that of the first name, then of the first image', () => {
    const [one, other] = [{ image: 'img/1' }, { image: 'img/2' }].map((more) => someBuildpack('a@1', more));
    const sources = [someSource('Buildpack', 'y', 'a@1'), someSource('Buildpack', 'x', other!, one!)];
    const [entry] = entriesOf({ id: 'a' }, sources);
    expect([entry?.chosen.resource.name, entry?.chosen.buildpack.image]).to.deep.equal(['x', 'img/1']);
  });

  it('is one of those that differ in nothing but words, whichever is listed first', () => {
    const both = ['home/1', 'home/2'].map((homepage) => someBuildpack('a@1', { homepage }));
    for (const buildpacks of [both, both.toReversed()]) {
      const [entry] = entriesOf({ id: 'a' }, [someSource('Buildpack', 'x', ...buildpacks)]);
      expect(entry?.chosen.buildpack.homepage).to.equal('home/1');
    }
  });

  it('is an error naming all where the bytes differ', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', 'a@1'),
      someSource('ClusterBuildpack', 'y', 'a@1#other'),
      someSource('Buildpack', 'x', 'a@1'),
    ];
    const words =
      'buildpack a@1 is not the same everywhere: sha256:a-1 of Buildpack x and ClusterStore some-store, sha256:a-1other of ClusterBuildpack y';
    expect(resolved({ id: 'a' }, sources)).to.deep.equal([words]);
    expect(resolved({ id: 'a', version: '1' }, sources)).to.deep.equal([words]);
    expect(resolved({ id: 'a', version: '>0' }, sources)).to.deep.equal([words]);
  });

  it('may differ where another version is chosen, or one resource is named', () => {
    const sources = [someSource('ClusterBuildpack', 'y', 'a@1#other'), someSource('Buildpack', 'x', 'a@1', 'a@2')];
    expect(resolved({ id: 'a' }, sources)).to.deep.equal(['a@2 of Buildpack x']);
    const named = { id: 'a', kind: 'ClusterBuildpack', name: 'y' };
    expect(resolved(named, sources)).to.deep.equal(['a@1 of ClusterBuildpack y']);
  });
});

describe('who may use what', () => {
  const mine = someSource('Buildpack', 'x', 'a@1');
  const theirs: BuildpackSource = {
    resource: { kind: 'Buildpack', name: 'x', namespace: 'other' },
    buildpacks: [someBuildpack('a@2')],
  };

  it('a Builder: the Buildpacks of its namespace', () => {
    expect(resolved({ id: 'a' }, [mine, theirs])).to.deep.equal(['a@1 of Buildpack x']);
    expect(resolved({ kind: 'Buildpack', name: 'x', namespace: NAMESPACE }, [theirs, mine])).to.deep.equal([
      'a@1 of Buildpack x',
    ]);
  });

  it('a Builder: none of another namespace, though the order names it', () => {
    expect(resolved({ kind: 'Buildpack', name: 'x', namespace: 'other' }, [mine, theirs])).to.deep.equal([
      'a Builder may only use a Buildpack of its own namespace, not of other',
    ]);
  });

  it('a ClusterBuilder: no Buildpack', () => {
    const builder = { builder: { kind: 'ClusterBuilder' } } as const;
    expect(resolved({ id: 'a' }, [mine], builder)).to.deep.equal(["could not find buildpack with id 'a'"]);
    expect(problemsOf(resolution([[{ kind: 'Buildpack', name: 'x' }]], [mine], builder))).to.deep.equal([
      "spec.order[0].group[0]: no buildpack with name 'x' (a ClusterBuilder can use no Buildpack)",
    ]);
    expect(resolved({ kind: 'Buildpack', name: 'x', id: 'a' }, [mine], builder)).to.deep.equal([
      'buildpack not found: x',
    ]);
  });

  it('any: only the ClusterStore that it names', () => {
    const other = someSource('ClusterStore', 'other-store', 'a@9');
    expect(resolved({ id: 'a' }, [STORE, other])).to.deep.equal(['a@3.0.0-rc.1 of ClusterStore some-store']);
    const builder = { builder: { kind: 'Builder', namespace: NAMESPACE } } as const;
    expect(resolved({ id: 'a' }, [STORE, other], builder)).to.deep.equal(["could not find buildpack with id 'a'"]);
  });

  it('any: images that the order names, and no others', () => {
    const image = someSource('image', 'example.com/java', 'a@7');
    expect(resolved({ id: 'a' }, [STORE, image])).to.deep.equal(['a@3.0.0-rc.1 of ClusterStore some-store']);
    const result = resolution([[{ id: 'a' }], [{ image: 'example.com/java' }]], [STORE, image]);
    expect(result.entries[0]?.chosen.resource.kind).to.equal('image');
  });
});

describe('images in an order', () => {
  const image = someSource('image', 'example.com/java', someMeta('java@2', 'jdk@1'), 'jdk@1');

  it('stand for their root', () => {
    expect(resolved({ image: 'example.com/java' }, [image])).to.deep.equal(['java@2 of image example.com/java']);
  });

  it('may be looked into', () => {
    expect(resolved({ image: 'example.com/java', id: 'jdk' }, [image])).to.deep.equal([
      'jdk@1 of image example.com/java',
    ]);
    expect(refusals({ image: 'example.com/java', id: 'x' }, [image])).to.deep.equal([
      "could not find buildpack with id 'x' (image example.com/java has none)",
    ]);
  });

  it('must be known, and have one root', () => {
    expect(resolved({ image: 'example.com/go' }, [image])).to.deep.equal([
      "nothing is known of image 'example.com/go'",
    ]);
    expect(refusals({ image: 'two' }, [someSource('image', 'two', 'b@1', 'a@1')])).to.deep.equal([
      'unexpected number of root buildpacks: 2 (a@1, b@1)',
    ]);
    expect(refusals({ image: 'no' }, [someSource('image', 'no')])).to.deep.equal([
      'unexpected number of root buildpacks: 0 (image no has no buildpacks yet)',
    ]);
  });

  it('keep to the version that is asked for', () => {
    expect(resolved({ image: 'example.com/java', version: '2' }, [image])).to.deep.equal([
      'java@2 of image example.com/java',
    ]);
    expect(resolved({ image: 'example.com/java', version: '3' }, [image])).to.deep.equal([
      "could not find buildpack with id 'java' and version '3'",
    ]);
  });
});

function entriesOf(entry: OrderEntry, sources: readonly BuildpackSource[]) {
  return resolution([[entry]], sources).entries;
}

/** With details, without the path. */
function refusals(entry: OrderEntry, sources: readonly BuildpackSource[]): readonly string[] {
  return problemsOf(resolution([[entry]], sources)).map((text) => text.replace('spec.order[0].group[0]: ', ''));
}
