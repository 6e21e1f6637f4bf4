import { expect } from 'chai';
import type { Why } from '../../../../src/core/buildpacks/select-version.ts';
import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import type { BuildpackSource } from '../../../../src/core/buildpacks/buildpack-source.ts';
import { NAMESPACE, problemsOf, resolution, resolved, someBuildpack, someMeta, someSource } from './some-buildpacks.ts';

const STORE = someSource('ClusterStore', 'some-store', 'a@1.0.0', 'a@1.2.0', 'a@1.10.0', 'a@2.0.0', 'a@3.0.0-rc.1');

// Known bug: highest-version-of-incomparable.
describe('version selection', () => {
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

  it('selects the only version of any resource', () => {
    const sources = [someSource('Buildpack', 'x', 'a@1'), someSource('ClusterBuildpack', 'y', 'a@1')];
    expect(entriesOf({ id: 'a' }, sources)[0]?.why).to.deep.equal({ kind: 'only' });
  });

  it('prefers an exact version over a range', () => {
    const source = someSource('ClusterStore', 'some-store', 'a@1.x', 'a@1.9.0');
    expect(resolved({ id: 'a', version: '1.x' }, [source])).to.deep.equal(['a@1.x of ClusterStore some-store']);
  });

  it('does not match other spellings of a version, like kpack', () => {
    expect(refusals({ id: 'a', version: 'v1.0.0' }, [STORE])).to.deep.equal([
      "could not find buildpack with id 'a' and version 'v1.0.0' (available versions: 3.0.0-rc.1, 2.0.0, 1.10.0, 1.2.0, 1.0.0)",
    ]);
  });

  it('does not expand partial versions, like kpack', () => {
    expect(resolved({ id: 'a', version: '1.2' }, [STORE])).to.deep.equal([
      "could not find buildpack with id 'a' and version '1.2'",
    ]);
  });

  it('selects the highest of loosely spelled versions and keeps its spelling', () => {
    const source = someSource('ClusterStore', 'some-store', 'a@v1', 'a@2023.01', 'a@2023.1.1-beta', 'a@3');
    expect(resolved({ id: 'a' }, [source])).to.deep.equal(['a@2023.1.1-beta of ClusterStore some-store']);
    expect(resolved({ id: 'a', version: '<2023.1.1' }, [source])).to.deep.equal([
      'a@2023.01 of ClusterStore some-store',
    ]);
  });

  it('selects the last text among versions of equal precedence', () => {
    const source = someSource('Buildpack', 'x', 'a@1.0.0+b', 'a@1.0.0+c', 'a@1.0.0+a');
    expect(resolved({ id: 'a' }, [source])).to.deep.equal(['a@1.0.0+c of Buildpack x']);
  });

  it('supports numbers above 2^53', () => {
    const source = someSource('ClusterStore', 'some-store', 'a@9007199254740993.0.0', 'a@9007199254740992.0.0');
    expect(resolved({ id: 'a' }, [source])).to.deep.equal(['a@9007199254740993.0.0 of ClusterStore some-store']);
    expect(resolved({ id: 'a', version: '>1' }, [source])).to.deep.equal([
      "cannot find buildpack 'a' with version '>1': the numbers of version '9007199254740993.0.0' are too large for a range",
    ]);
  });

  it('lists at most ten available versions', () => {
    const many = Array.from({ length: 12 }, (_, index) => `a@${index}.0.0`);
    expect(refusals({ id: 'a', version: '^20' }, [someSource('ClusterStore', 'some-store', ...many)])).to.deep.equal([
      "could not find buildpack with id 'a' and version '^20' (available versions: 11.0.0, 10.0.0, 9.0.0, 8.0.0, 7.0.0, 6.0.0, 5.0.0, 4.0.0, 3.0.0, 2.0.0 and 2 more)",
    ]);
  });
});

describe('invalid versions', () => {
  const source = someSource('ClusterStore', 'some-store', 'a@1.0.0', 'a@latest', 'a@1.2.3.4');

  it('prevent the selection of the highest version', () => {
    expect(resolved({ id: 'a' }, [source])).to.deep.equal([
      "cannot find buildpack 'a' with latest version due to invalid semver '1.2.3.4'",
      "cannot find buildpack 'a' with latest version due to invalid semver 'latest'",
    ]);
  });

  it('prevent the selection by range', () => {
    expect(resolved({ id: 'a', version: '^1' }, [source])).to.deep.equal([
      "cannot find buildpack 'a' with version '^1' due to invalid semver '1.2.3.4'",
      "cannot find buildpack 'a' with version '^1' due to invalid semver 'latest'",
    ]);
  });

  it('prevent the selection even of a single version or by resource', () => {
    const words = "cannot find buildpack 'a' with latest version due to invalid semver 'latest'";
    const only = someSource('Buildpack', 'x', 'a@latest');
    expect(resolved({ id: 'a' }, [only])).to.deep.equal([words]);
    expect(resolved({ kind: 'Buildpack', name: 'x' }, [only])).to.deep.equal([words]);
  });

  it('are selected by their exact text', () => {
    expect(resolved({ id: 'a', version: 'latest' }, [source])).to.deep.equal(['a@latest of ClusterStore some-store']);
  });

  it('do not affect other buildpacks', () => {
    const other = someSource('Buildpack', 'x', 'b@latest', 'c@1');
    expect(resolved({ id: 'c' }, [other])).to.deep.equal(['c@1 of Buildpack x']);
  });
});

describe('considered candidates', () => {
  it('are the same buildpack in other resources, lower versions and other versions, from high to low', () => {
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

describe('a buildpack of several resources', () => {
  const kinds = ['image', 'ClusterStore', 'ClusterBuildpack', 'Buildpack'] as const;
  for (const [index, kind] of kinds.entries()) {
    it(`comes from the ${kind} before ${kinds.slice(0, index).join(', ') || 'none'}`, () => {
      const sources = kinds.slice(0, index + 1).map((each) => someSource(each, 'some-store', 'a@1'));
      const result = resolution([[{ id: 'a' }, { image: 'some-store' }]], sources);
      expect(result.entries[0]?.chosen.resource.kind).to.equal(kind);
    });
  }

  it('comes from the first resource by name, then the first image', () => {
    const [one, other] = [{ image: 'img/1' }, { image: 'img/2' }].map((more) => someBuildpack('a@1', more));
    const sources = [someSource('Buildpack', 'y', 'a@1'), someSource('Buildpack', 'x', other!, one!)];
    const [entry] = entriesOf({ id: 'a' }, sources);
    expect([entry?.chosen.resource.name, entry?.chosen.buildpack.image]).to.deep.equal(['x', 'img/1']);
  });

  it('does not depend on the order of sources if only metadata differs', () => {
    const both = ['home/1', 'home/2'].map((homepage) => someBuildpack('a@1', { homepage }));
    for (const buildpacks of [both, both.toReversed()]) {
      const [entry] = entriesOf({ id: 'a' }, [someSource('Buildpack', 'x', ...buildpacks)]);
      expect(entry?.chosen.buildpack.homepage).to.equal('home/1');
    }
  });

  it('is an error that names all resources if the layers differ', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', 'a@1'),
      someSource('ClusterBuildpack', 'y', 'a@1#other'),
      someSource('Buildpack', 'x', 'a@1'),
    ];
    const words =
      'buildpack a@1 differs between resources: sha256:a-1 of Buildpack x and ClusterStore some-store, sha256:a-1other of ClusterBuildpack y';
    expect(resolved({ id: 'a' }, sources)).to.deep.equal([words]);
    expect(resolved({ id: 'a', version: '1' }, sources)).to.deep.equal([words]);
    expect(resolved({ id: 'a', version: '>0' }, sources)).to.deep.equal([words]);
  });

  it('may have different layers in unselected versions, or if the order names one resource', () => {
    const sources = [someSource('ClusterBuildpack', 'y', 'a@1#other'), someSource('Buildpack', 'x', 'a@1', 'a@2')];
    expect(resolved({ id: 'a' }, sources)).to.deep.equal(['a@2 of Buildpack x']);
    const named = { id: 'a', kind: 'ClusterBuildpack', name: 'y' };
    expect(resolved(named, sources)).to.deep.equal(['a@1 of ClusterBuildpack y']);
  });
});

describe('the sources that a builder may use', () => {
  const mine = someSource('Buildpack', 'x', 'a@1');
  const theirs: BuildpackSource = {
    resource: { kind: 'Buildpack', name: 'x', namespace: 'other' },
    buildpacks: [someBuildpack('a@2')],
  };

  it('a Builder can use the Buildpacks of its namespace', () => {
    expect(resolved({ id: 'a' }, [mine, theirs])).to.deep.equal(['a@1 of Buildpack x']);
    expect(resolved({ kind: 'Buildpack', name: 'x', namespace: NAMESPACE }, [theirs, mine])).to.deep.equal([
      'a@1 of Buildpack x',
    ]);
  });

  it('a Builder cannot use a Buildpack of another namespace', () => {
    expect(resolved({ kind: 'Buildpack', name: 'x', namespace: 'other' }, [mine, theirs])).to.deep.equal([
      'a Builder can use a Buildpack of its own namespace only, not of other',
    ]);
  });

  it('a ClusterBuilder cannot use Buildpacks', () => {
    const builder = { builder: { kind: 'ClusterBuilder' } } as const;
    expect(resolved({ id: 'a' }, [mine], builder)).to.deep.equal(["could not find buildpack with id 'a'"]);
    expect(problemsOf(resolution([[{ kind: 'Buildpack', name: 'x' }]], [mine], builder))).to.deep.equal([
      "spec.order[0].group[0]: no buildpack with name 'x' (a ClusterBuilder cannot use a Buildpack: use a ClusterBuildpack)",
    ]);
    expect(resolved({ kind: 'Buildpack', name: 'x', id: 'a' }, [mine], builder)).to.deep.equal([
      'buildpack not found: x',
    ]);
  });

  it('any builder can use only the ClusterStore of its spec', () => {
    const other = someSource('ClusterStore', 'other-store', 'a@9');
    expect(resolved({ id: 'a' }, [STORE, other])).to.deep.equal(['a@3.0.0-rc.1 of ClusterStore some-store']);
    const builder = { builder: { kind: 'Builder', namespace: NAMESPACE } } as const;
    expect(resolved({ id: 'a' }, [STORE, other], builder)).to.deep.equal(["could not find buildpack with id 'a'"]);
  });

  it('any builder can use only the images of its order', () => {
    const image = someSource('image', 'example.com/java', 'a@7');
    expect(resolved({ id: 'a' }, [STORE, image])).to.deep.equal(['a@3.0.0-rc.1 of ClusterStore some-store']);
    const result = resolution([[{ id: 'a' }], [{ image: 'example.com/java' }]], [STORE, image]);
    expect(result.entries[0]?.chosen.resource.kind).to.equal('image');
  });
});

describe('a buildpack that no source has', () => {
  const store = someSource('ClusterStore', 'some-store', 'example-buildpacks/java@1', 'example-buildpacks/go@1');
  const rows: readonly (readonly [id: string, details: string])[] = [
    ['example-buildpack/java', ' (did you mean example-buildpacks/java?)'],
    ['example-buildpacks/og', ' (did you mean example-buildpacks/go?)'],
    ['example-buildpacks/ruby', ''],
    ['go', ''],
  ];
  for (const [id, details] of rows) {
    it(id, () => {
      expect(refusals({ id }, [store])).to.deep.equal([`could not find buildpack with id '${id}'${details}`]);
    });
  }
});

describe('images in an order', () => {
  const image = someSource('image', 'example.com/java', someMeta('java@2', 'jdk@1'), 'jdk@1');

  it('mean their root buildpack', () => {
    expect(resolved({ image: 'example.com/java' }, [image])).to.deep.equal(['java@2 of image example.com/java']);
  });

  it('can be searched by id', () => {
    expect(resolved({ image: 'example.com/java', id: 'jdk' }, [image])).to.deep.equal([
      'jdk@1 of image example.com/java',
    ]);
    expect(refusals({ image: 'example.com/java', id: 'x' }, [image])).to.deep.equal([
      "could not find buildpack with id 'x' (image example.com/java does not contain the buildpack)",
    ]);
  });

  it('must have facts and exactly one root', () => {
    expect(resolved({ image: 'example.com/go' }, [image])).to.deep.equal(["no facts about image 'example.com/go'"]);
    expect(refusals({ image: 'two' }, [someSource('image', 'two', 'b@1', 'a@1')])).to.deep.equal([
      'unexpected number of root buildpacks: 2 (a@1, b@1)',
    ]);
    expect(refusals({ image: 'no' }, [someSource('image', 'no')])).to.deep.equal([
      'unexpected number of root buildpacks: 0 (image no has no buildpacks yet)',
    ]);
  });

  it('respect the version of the entry', () => {
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

/** Formats problems with details and without paths. */
function refusals(entry: OrderEntry, sources: readonly BuildpackSource[]): readonly string[] {
  return problemsOf(resolution([[entry]], sources)).map((text) => text.replace('spec.order[0].group[0]: ', ''));
}
