import { expect } from 'chai';
import { contentsOf, problemsOf, resolution, someBuildpack, someMeta, someSource } from './some-buildpacks.ts';

describe('the contents of a builder', () => {
  it('are children before their parents, each once', () => {
    const source = someSource(
      'ClusterStore',
      'some-store',
      someMeta('java@1', 'jdk@1', 'build@1', 'certs@1'),
      someMeta('build@1', 'maven@1', 'certs@1'),
      'jdk@1',
      'maven@1',
      'certs@1',
      'unused@1',
    );
    const result = resolution([[{ id: 'maven' }], [{ id: 'java' }, { id: 'certs' }], [{ id: 'java' }]], [source]);
    expect(contentsOf(result)).to.deep.equal(['maven@1', 'jdk@1', 'certs@1', 'build@1', 'java@1']);
  });

  it("give the order in kpack's form: the entries only, with optional if true", () => {
    const sources = [someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@1?'), 'a@1', 'v@v1.0')];
    const result = resolution(
      [
        [
          { id: 'm', optional: true },
          { id: 'a', optional: false },
        ],
        [],
        [{ id: 'v', version: '^1' }],
      ],
      sources,
    );
    expect(result.kind === 'resolved' && result.order).to.deep.equal([
      {
        group: [
          { id: 'm', version: '1', optional: true },
          { id: 'a', version: '1' },
        ],
      },
      { group: [] },
      { group: [{ id: 'v', version: 'v1.0' }] },
    ]);
  });

  it('include all facts about a buildpack and its resource', () => {
    const buildpack = someBuildpack('a@1', { mediaType: 'some/type', image: 'example.com/a', homepage: 'home' });
    const source = someSource('Buildpack', 'x', buildpack);
    const result = resolution([[{ id: 'a' }]], [source]);
    expect(result.kind === 'resolved' && result.buildpacks).to.deep.equal([
      { buildpack, resource: source.resource, alsoIn: [] },
    ]);
  });

  it('are empty without an order', () => {
    expect(resolution([], [])).to.deep.equal({ kind: 'resolved', entries: [], buildpacks: [], order: [] });
  });

  it('include a buildpack once, even if several resources provide it', () => {
    const sources = [
      someSource('Buildpack', 'x', 'a@1'),
      someSource('ClusterBuildpack', 'y', someMeta('m@1', 'a@1'), 'a@1'),
    ];
    const result = resolution([[{ kind: 'ClusterBuildpack', name: 'y' }, { id: 'a' }]], sources);
    expect(contentsOf(result)).to.deep.equal(['a@1', 'm@1']);
    expect(result.kind === 'resolved' && result.buildpacks[0]).to.deep.include({
      resource: sources[0]?.resource,
      alsoIn: [sources[1]?.resource],
    });
  });

  it('cannot include two buildpacks of one name, and the problem names all entries that need them', () => {
    const sources = [
      someSource('Buildpack', 'x', 'a@1', 'b@1'),
      someSource('ClusterBuildpack', 'y', someMeta('m@1', 'a@1'), 'a@1#other'),
    ];
    const result = resolution(
      [[{ kind: 'ClusterBuildpack', name: 'y' }], [{ id: 'b' }, { kind: 'Buildpack', name: 'x', id: 'a' }]],
      sources,
    );
    expect(problemsOf(result)).to.deep.equal([
      'spec.order[0].group[0], spec.order[1].group[1]: the order selects different buildpacks as a@1, but a builder can contain only one: sha256:a-1 of Buildpack x, sha256:a-1other of ClusterBuildpack y; change the order so that it selects only one of them',
    ]);
  });
});

describe('children of a composite buildpack', () => {
  it('come from its package first', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@1'), 'a@1#inside'),
      someSource('Buildpack', 'x', 'a@1#outside'),
    ];
    const result = resolution([[{ id: 'm' }]], sources);
    expect(result.kind === 'resolved' && result.buildpacks.map(({ buildpack }) => buildpack.diffId)).to.deep.equal([
      'sha256:a-1inside',
      'sha256:m-1',
    ]);
  });

  it('come from its image first if a store has several images', () => {
    const [one, other] = [{ image: 'example.com/1' }, { image: 'example.com/2' }];
    const source = someSource(
      'ClusterStore',
      'some-store',
      someBuildpack('a@1#of-other', other),
      { ...someMeta('m@1', 'a@1'), ...one },
      someBuildpack('a@1#of-one', one),
    );
    const result = resolution([[{ id: 'm' }]], [source]);
    expect(result.kind === 'resolved' && result.buildpacks[0]?.buildpack.diffId).to.equal('sha256:a-1of-one');
  });

  it('come from any resource if the package lacks the version', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@1'), 'a@2'),
      someSource('Buildpack', 'x', 'a@1'),
    ];
    expect(contentsOf(resolution([[{ id: 'm' }]], sources))).to.deep.equal(['a@1', 'm@1']);
  });

  it('are the highest version of the package if the order has no version', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', someMeta('m@1', 'a', 'b'), 'a@1', 'a@2'),
      someSource('Buildpack', 'x', 'a@3', 'b@1', 'b@4'),
    ];
    expect(contentsOf(resolution([[{ id: 'm' }]], sources))).to.deep.equal(['a@2', 'b@4', 'm@1']);
  });

  it('are found by exact version, because the lifecycle supports no ranges', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@^1', 'b@1'), 'a@1.2.0');
    expect(problemsOf(resolution([[{ id: 'm' }]], [source]))).to.deep.equal([
      "spec.order[0].group[0]: could not find buildpack with id 'a' and version '^1' (in the order of m@1)",
      "spec.order[0].group[0]: could not find buildpack with id 'b' (in the order of m@1)",
    ]);
  });

  it('are reported as missing with their parent, for all entries that need them', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('top@1', 'm@1'), someMeta('m@1', 'a'), 'b@1');
    const result = resolution([[{ id: 'top' }], [{ id: 'b' }], [{ id: 'm', optional: true }]], [source]);
    expect(problemsOf(result)).to.deep.equal([
      "spec.order[0].group[0], spec.order[2].group[0]: could not find buildpack with id 'a' (in the order of m@1)",
    ]);
  });

  it('must be equal in all resources unless the package contains them', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@1')),
      someSource('Buildpack', 'x', 'a@1#1'),
      someSource('Buildpack', 'y', 'a@1#2'),
    ];
    expect(problemsOf(resolution([[{ id: 'm' }]], sources))).to.deep.equal([
      'spec.order[0].group[0]: buildpack a@1 differs between resources: sha256:a-11 of Buildpack x, sha256:a-12 of Buildpack y (in the order of m@1)',
    ]);
  });

  it('must have valid versions if the order has no version', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('m@1', 'a'), 'a@new');
    expect(problemsOf(resolution([[{ id: 'm' }]], [source]))).to.deep.equal([
      "spec.order[0].group[0]: cannot find buildpack 'a' with latest version due to invalid semver 'new' (in the order of m@1)",
    ]);
  });
});

describe('cycles of composite buildpacks', () => {
  it('of one buildpack are errors', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('m@1', 'm@1'));
    expect(problemsOf(resolution([[{ id: 'm' }]], [source]))).to.deep.equal([
      'spec.order[0].group[0]: cycle in the orders of buildpacks: m@1 → m@1',
    ]);
  });

  it('are reported once, for all entries that reach them', () => {
    const source = someSource(
      'ClusterStore',
      'some-store',
      someMeta('top@1', 'c@1'),
      someMeta('a@1', 'b@1'),
      someMeta('b@1', 'c@1'),
      someMeta('c@1', 'a@1', 'd@1'),
      'd@1',
    );
    const result = resolution([[{ id: 'top' }, { id: 'd' }], [{ id: 'b' }]], [source]);
    expect(problemsOf(result)).to.deep.equal([
      'spec.order[0].group[0], spec.order[1].group[0]: cycle in the orders of buildpacks: a@1 → b@1 → c@1 → a@1',
    ]);
  });

  it('are not reported if only ids repeat and versions differ', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('m@2', 'm@1'), 'm@1');
    expect(contentsOf(resolution([[{ id: 'm' }]], [source]))).to.deep.equal(['m@1', 'm@2']);
  });

  it('prevent a package from having a root', () => {
    const source = someSource('Buildpack', 'x', someMeta('a@1', 'b@1'), someMeta('b@1', 'a@1'));
    expect(problemsOf(resolution([[{ kind: 'Buildpack', name: 'x' }]], [source]))).to.deep.equal([
      'spec.order[0].group[0]: unexpected number of root buildpacks: 0',
    ]);
  });

  it('are found next to the root of a package', () => {
    const source = someSource('Buildpack', 'x', someMeta('r@1', 'a@1'), someMeta('a@1', 'b@1'), someMeta('b@1', 'a@1'));
    expect(problemsOf(resolution([[{ kind: 'Buildpack', name: 'x' }]], [source]))).to.deep.equal([
      'spec.order[0].group[0]: cycle in the orders of buildpacks: a@1 → b@1 → a@1',
    ]);
  });

  it('are distinguished from shared children in linear time', () => {
    const steps = Array.from({ length: 60 }, (_, index) => [
      someMeta(`m${index}@1`, `left${index}@1`, `right${index}@1`),
      someMeta(`left${index}@1`, `m${index + 1}@1`),
      someMeta(`right${index}@1`, `m${index + 1}@1`),
    ]);
    const source = someSource('ClusterStore', 'some-store', ...steps.flat(), 'm60@1');
    expect(contentsOf(resolution([[{ id: 'm0' }]], [source]))).to.have.length(181);
  });

  it('are distinguished from orders nested twenty thousand deep', () => {
    const depth = 20_000;
    const chain = Array.from({ length: depth }, (_, index) => someMeta(`m${index}@1`, `m${index + 1}@1`));
    const source = someSource('ClusterStore', 'some-store', ...chain, `m${depth}@1`);
    expect(contentsOf(resolution([[{ id: 'm0' }]], [source]))).to.have.length(depth + 1);
  });
});
