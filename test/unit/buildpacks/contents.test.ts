import { expect } from 'chai';
import { contentsOf, problemsOf, resolution, someBuildpack, someMeta, someSource } from './some-buildpacks.ts';

describe('what a builder must contain', () => {
  it('is children before their parents, and nothing twice', () => {
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

  it('is in the order as kpack writes it: only what the entries name, optional where it is so', () => {
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

  it('has all that is known of a buildpack, and who has it', () => {
    const buildpack = someBuildpack('a@1', { mediaType: 'some/type', image: 'example.com/a', homepage: 'home' });
    const source = someSource('Buildpack', 'x', buildpack);
    const result = resolution([[{ id: 'a' }]], [source]);
    expect(result.kind === 'resolved' && result.buildpacks).to.deep.equal([{ buildpack, resource: source.resource }]);
  });

  it('is nothing for no order', () => {
    expect(resolution([], [])).to.deep.equal({ kind: 'resolved', entries: [], buildpacks: [], order: [] });
  });

  it('holds one buildpack once, whoever offers it to whom', () => {
    const sources = [
      someSource('Buildpack', 'x', 'a@1'),
      someSource('ClusterBuildpack', 'y', someMeta('m@1', 'a@1'), 'a@1'),
    ];
    const result = resolution([[{ kind: 'ClusterBuildpack', name: 'y' }, { id: 'a' }]], sources);
    expect(contentsOf(result)).to.deep.equal(['a@1', 'm@1']);
    expect(result.kind === 'resolved' && result.buildpacks[0]?.resource.kind).to.equal('Buildpack');
  });

  it('cannot hold two of one name: the entries that need them are all named', () => {
    const sources = [
      someSource('Buildpack', 'x', 'a@1', 'b@1'),
      someSource('ClusterBuildpack', 'y', someMeta('m@1', 'a@1'), 'a@1#other'),
    ];
    const result = resolution(
      [[{ kind: 'ClusterBuildpack', name: 'y' }], [{ id: 'b' }, { kind: 'Buildpack', name: 'x', id: 'a' }]],
      sources,
    );
    expect(problemsOf(result)).to.deep.equal([
      'spec.order[0].group[0], spec.order[1].group[1]: a builder holds only one buildpack a@1, and the order needs several: sha256:a-1 of Buildpack x, sha256:a-1other of ClusterBuildpack y',
    ]);
  });
});

describe('children of a meta-buildpack', () => {
  it('are those of its package first', () => {
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

  it('are those of its image first, where a store has several images', () => {
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

  it('are found anywhere where the package has them in another version only', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@1'), 'a@2'),
      someSource('Buildpack', 'x', 'a@1'),
    ];
    expect(contentsOf(resolution([[{ id: 'm' }]], sources))).to.deep.equal(['a@1', 'm@1']);
  });

  it('are the highest where the order has no version, of the package before a higher one elsewhere', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', someMeta('m@1', 'a', 'b'), 'a@1', 'a@2'),
      someSource('Buildpack', 'x', 'a@3', 'b@1', 'b@4'),
    ];
    expect(contentsOf(resolution([[{ id: 'm' }]], sources))).to.deep.equal(['a@2', 'b@4', 'm@1']);
  });

  it('are found by the text of their version: the lifecycle knows no ranges', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@^1', 'b@1'), 'a@1.2.0');
    expect(problemsOf(resolution([[{ id: 'm' }]], [source]))).to.deep.equal([
      "spec.order[0].group[0]: could not find buildpack with id 'a' and version '^1' (in the order of m@1)",
      "spec.order[0].group[0]: could not find buildpack with id 'b' (in the order of m@1)",
    ]);
  });

  it('are missed with the name of their parent, for every entry that leads there', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('top@1', 'm@1'), someMeta('m@1', 'a'), 'b@1');
    const result = resolution([[{ id: 'top' }], [{ id: 'b' }], [{ id: 'm', optional: true }]], [source]);
    expect(problemsOf(result)).to.deep.equal([
      "spec.order[0].group[0], spec.order[2].group[0]: could not find buildpack with id 'a' (in the order of m@1)",
    ]);
  });

  it('must be the same everywhere, unless the package has them', () => {
    const sources = [
      someSource('ClusterStore', 'some-store', someMeta('m@1', 'a@1')),
      someSource('Buildpack', 'x', 'a@1#1'),
      someSource('Buildpack', 'y', 'a@1#2'),
    ];
    expect(problemsOf(resolution([[{ id: 'm' }]], sources))).to.deep.equal([
      'spec.order[0].group[0]: buildpack a@1 is not the same everywhere: sha256:a-11 of Buildpack x, sha256:a-12 of Buildpack y (in the order of m@1)',
    ]);
  });

  it('must be versions to have a highest', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('m@1', 'a'), 'a@new');
    expect(problemsOf(resolution([[{ id: 'm' }]], [source]))).to.deep.equal([
      "spec.order[0].group[0]: cannot find buildpack 'a' with latest version due to invalid semver 'new' (in the order of m@1)",
    ]);
  });
});

describe('cycles of meta-buildpacks', () => {
  it('of one are errors', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('m@1', 'm@1'));
    expect(problemsOf(resolution([[{ id: 'm' }]], [source]))).to.deep.equal([
      'spec.order[0].group[0]: a buildpack is in its own order: m@1 → m@1',
    ]);
  });

  it('are printed once, for every entry that leads into them', () => {
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
      'spec.order[0].group[0], spec.order[1].group[0]: a buildpack is in its own order: a@1 → b@1 → c@1 → a@1',
    ]);
  });

  it('of ids are none where the versions differ', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('m@2', 'm@1'), 'm@1');
    expect(contentsOf(resolution([[{ id: 'm' }]], [source]))).to.deep.equal(['m@1', 'm@2']);
  });

  it('leave a package without a root', () => {
    const source = someSource('Buildpack', 'x', someMeta('a@1', 'b@1'), someMeta('b@1', 'a@1'));
    expect(problemsOf(resolution([[{ kind: 'Buildpack', name: 'x' }]], [source]))).to.deep.equal([
      'spec.order[0].group[0]: unexpected number of root buildpacks: 0',
    ]);
  });

  it('beside the root of a package are found too', () => {
    const source = someSource('Buildpack', 'x', someMeta('r@1', 'a@1'), someMeta('a@1', 'b@1'), someMeta('b@1', 'a@1'));
    expect(problemsOf(resolution([[{ kind: 'Buildpack', name: 'x' }]], [source]))).to.deep.equal([
      'spec.order[0].group[0]: a buildpack is in its own order: a@1 → b@1 → a@1',
    ]);
  });

  it('are told from orders that share their children, without walking each way to them', () => {
    const steps = Array.from({ length: 60 }, (_, index) => [
      someMeta(`m${index}@1`, `left${index}@1`, `right${index}@1`),
      someMeta(`left${index}@1`, `m${index + 1}@1`),
      someMeta(`right${index}@1`, `m${index + 1}@1`),
    ]);
    const source = someSource('ClusterStore', 'some-store', ...steps.flat(), 'm60@1');
    expect(contentsOf(resolution([[{ id: 'm0' }]], [source]))).to.have.length(181);
  });

  it('are told from orders nested twenty thousand deep', () => {
    const depth = 20_000;
    const chain = Array.from({ length: depth }, (_, index) => someMeta(`m${index}@1`, `m${index + 1}@1`));
    const source = someSource('ClusterStore', 'some-store', ...chain, `m${depth}@1`);
    expect(contentsOf(resolution([[{ id: 'm0' }]], [source]))).to.have.length(depth + 1);
  });
});
