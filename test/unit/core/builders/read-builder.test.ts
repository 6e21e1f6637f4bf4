import { expect } from 'chai';
import { makeBuilder } from '../../../../src/core/builders/make-builder.ts';
import { readBuilder, type BuilderReading } from '../../../../src/core/builders/read-builder.ts';
import { formatFieldPath, type FieldProblem } from '../../../../src/core/model/problem.ts';
import {
  REGISTRY,
  digestOf,
  someBuilder,
  someBuildImage,
  someBuildpack,
  someClusterBuilder,
  someClusterBuildpack,
  someLifecycle,
  someLifecycleStatus,
  someResolved,
  someStack,
  someStackStatus,
  someStore,
  someWorld,
} from './some-world.ts';

const ORDER = [{ group: [{ id: 'a/b' }] }];
const NOT_READY = { conditions: [{ type: 'Ready', status: 'False', message: 'no such image' }] };

describe('reading a builder', () => {
  it('resolves the order from statuses', () => {
    const world = someWorld({
      clusterBuildpacks: [someClusterBuildpack('java', { buildpacks: [someResolved('a/b', '1', '5')] })],
    });
    expect(chosen(readBuilder(someClusterBuilder(ORDER), world))).to.deep.equal([`a/b@1 of java in ${REGISTRY}/java`]);
  });

  it('refuses more than 20,000 buildpacks in the statuses of its resources', () => {
    const buildpacks = Array.from({ length: 1_000 }, (_, place) => someResolved('a/b', `1.0.${place}`, '5'));
    const resources = (count: number) =>
      Array.from({ length: count }, (_, place) => someClusterBuildpack(`java-${place}`, { buildpacks }));
    const read = (count: number): BuilderReading =>
      readBuilder(someClusterBuilder(ORDER), someWorld({ clusterBuildpacks: resources(count) }));
    expect(read(20).problems).to.deep.equal([]);
    expect(read(21).problems[0]?.message).to.contain('have more than 20000 buildpacks');
  });

  it('resolves the order from facts of images if there are no statuses', () => {
    const facts = [{ image: `${REGISTRY}/java`, buildpacks: [someResolved('a/b', '1', '5')] }];
    const world = someWorld({ clusterBuildpacks: [someClusterBuildpack('java')], facts });
    expect(chosen(readBuilder(someClusterBuilder(ORDER), world))).to.deep.equal([`a/b@1 of java in ${REGISTRY}/java`]);
  });

  it('resolves the order from the images of a store and records the image of each buildpack', () => {
    const facts = [
      { image: `${REGISTRY}/store-1`, buildpacks: [someResolved('a/c', '1', '6')] },
      { image: `${REGISTRY}/store-2`, buildpacks: [someResolved('a/b', '1', '5')] },
    ];
    const builder = someClusterBuilder(ORDER, { store: { kind: 'ClusterStore', name: 'default' } });
    const world = someWorld({ stores: [someStore()], facts });
    expect(chosen(readBuilder(builder, world))).to.deep.equal([`a/b@1 of default in ${REGISTRY}/store-2`]);
  });

  it('resolves the order from the images that it names', () => {
    const image = `${REGISTRY}/by-name:1`;
    const world = someWorld({ facts: [{ image, buildpacks: [someResolved('a/b', '1', '5')] }] });
    expect(chosen(readBuilder(someClusterBuilder([{ group: [{ image }] }]), world))).to.deep.equal([
      `a/b@1 of ${image} in ${image}`,
    ]);
  });

  it('uses only Buildpacks of the namespace of the builder', () => {
    const buildpacks = [
      someBuildpack('ours', 'team', { buildpacks: [someResolved('a/b', '1', '5')] }),
      someBuildpack('theirs', 'others'),
    ];
    const reading = readBuilder(someBuilder('team', ORDER), someWorld({ buildpacks }));
    expect(chosen(reading)).to.deep.equal([`a/b@1 of ours in ${REGISTRY}/ours`]);
    expect(reading.problems).to.deep.equal([]);
  });

  it('completes the statuses that kpack wrote with facts', () => {
    const { buildImage, ...status } = someStackStatus();
    const { manifest, configuration, layers: _, ...fromKpack } = buildImage ?? {};
    const { layer: __, platform: ___, ...lifecycle } = someLifecycleStatus();
    const image = someBuildImage();
    const facts = [
      {
        image: fromKpack.latestImage ?? '',
        digest: image.manifest.digest,
        stackId: 'tiny',
        uid: 1000,
        gid: 1000,
        ...(manifest !== undefined && { manifest }),
        ...(configuration !== undefined && { configuration }),
      },
      { image: `${REGISTRY}/run@${digestOf('1')}`, digest: digestOf('1'), stackId: 'tiny' },
      {
        image: lifecycle.image?.latestImage ?? '',
        digest: digestOf('2'),
        platform: { os: 'linux', architecture: 'amd64' },
        lifecycle: { version: '0.20.12', apis: lifecycle.apis ?? {}, layer: descriptor() },
      },
    ];
    const world = someWorld({
      stacks: [someStack({ ...status, buildImage: fromKpack })],
      lifecycles: [someLifecycle(lifecycle)],
      clusterBuildpacks: [someClusterBuildpack('java', { buildpacks: [someResolved('a/b', '1', '5')] })],
      facts,
    });
    const reading = readBuilder(someClusterBuilder(ORDER), world);
    expect(problems(reading.problems)).to.deep.equal([]);
    expect(makeBuilder(reading, '0.9').kind).to.equal('made');
  });
});

describe('a missing resource or image of a builder', () => {
  const java = someClusterBuildpack('java', { buildpacks: [someResolved('a/b', '1', '5')] });
  const { digest: _, ...incomplete } = someResolved('a/b', '1', '5');
  const cases: readonly (readonly [string, Parameters<typeof someWorld>[0], readonly string[]])[] = [
    [
      'a stack',
      { stacks: [] },
      [
        'error spec.stack: ClusterStack "tiny" not found; add the file with -f, or write it from a cluster with "kubectl get clusterstack tiny -o yaml > clusterstack-tiny.yaml"',
      ],
    ],
    [
      'a lifecycle',
      { lifecycles: [] },
      [
        'error spec.lifecycle: ClusterLifecycle "default-lifecycle" not found; add the file with -f, or write it from a cluster with "kubectl get clusterlifecycle default-lifecycle -o yaml > clusterlifecycle-default-lifecycle.yaml"',
      ],
    ],
    [
      "a stack's images",
      { stacks: [someStack()] },
      [`error spec.stack: ${inspect(`${REGISTRY}/build`)}`, `error spec.stack: ${inspect(`${REGISTRY}/run`)}`],
    ],
    [
      "the manifest of a stack's build image",
      {
        stacks: [someStack()],
        facts: [
          { image: `${REGISTRY}/build`, digest: digestOf('1'), stackId: 'tiny', uid: 1000, gid: 1000 },
          { image: `${REGISTRY}/run`, digest: digestOf('2'), stackId: 'tiny' },
        ],
      },
      [
        `error spec.stack: the facts of image ${REGISTRY}/build have no manifest and no configuration; read them again with "taskpack inspect ${REGISTRY}/build"`,
      ],
    ],
    [
      "a stack's images, which kpack could not read",
      { stacks: [someStack(NOT_READY)], facts: [{ image: `${REGISTRY}/build` }] },
      [
        "error spec.stack: clusterstack 'tiny' is not ready: no such image",
        `error spec.stack: ${inspect(`${REGISTRY}/run`)}`,
      ],
    ],
    [
      "a lifecycle's image, which kpack could not read",
      { lifecycles: [someLifecycle(NOT_READY)] },
      [
        "error spec.lifecycle: clusterlifecycle 'default-lifecycle' is not ready: no such image",
        `error spec.lifecycle: ${inspect(`${REGISTRY}/lifecycle`)}`,
      ],
    ],
    [
      "a lifecycle's layer",
      {
        lifecycles: [someLifecycle({})],
        facts: [{ image: `${REGISTRY}/lifecycle`, digest: digestOf('2'), lifecycle: { version: '1', apis: {} } }],
      },
      [
        `error spec.lifecycle: the facts of image ${REGISTRY}/lifecycle have no lifecycle layer; read them again with "taskpack inspect ${REGISTRY}/lifecycle"`,
      ],
    ],
    [
      "the digest of a lifecycle's image",
      {
        lifecycles: [someLifecycle({})],
        facts: [{ image: `${REGISTRY}/lifecycle`, lifecycle: { version: '1', apis: {} } }],
      },
      [`error spec.lifecycle: ${noDigest('lifecycle')}`],
    ],
    [
      'the image of a buildpack',
      { clusterBuildpacks: [java, someClusterBuildpack('go')] },
      [`warning spec.order: resolved without ClusterBuildpack go: ${inspect(`${REGISTRY}/go`)}`],
    ],
    [
      'the layer of a buildpack',
      { clusterBuildpacks: [java, someClusterBuildpack('go', { buildpacks: [incomplete] })] },
      [`warning spec.order: resolved without ClusterBuildpack go: ${inspect(`${REGISTRY}/go`)}`],
    ],
    [
      'the buildpacks of an image',
      { clusterBuildpacks: [java, someClusterBuildpack('go')], facts: [{ image: `${REGISTRY}/go` }] },
      [
        `error spec.order: ClusterBuildpack go: image ${REGISTRY}/go has no buildpacks (label io.buildpacks.buildpack.layers)`,
      ],
    ],
    [
      'the image of a buildpack, which kpack goes without',
      { clusterBuildpacks: [java, someClusterBuildpack('go', NOT_READY)] },
      ['warning spec.order: ClusterBuildpack go is not ready: no such image; its buildpacks are not used'],
    ],
  ];
  for (const [what, things, expected] of cases) {
    it(`is reported: ${what}`, () => {
      const reading = readBuilder(someClusterBuilder(ORDER), someWorld({ clusterBuildpacks: [java], ...things }));
      expect(problems(reading.problems)).to.deep.equal(expected);
      expect(makeBuilder(reading, '0.9').kind).to.equal(expected[0]?.startsWith('error') === true ? 'refused' : 'made');
    });
  }

  it('is an error if the order needs its buildpacks', () => {
    const needy = someClusterBuilder([{ group: [{ id: 'a/go' }] }]);
    const world = someWorld({ clusterBuildpacks: [java, someClusterBuildpack('go')] });
    const reading = readBuilder(needy, world);
    expect(problems(reading.problems)).to.have.length(1);
    expect(problems(reading.problems)[0]).to.match(
      /^error spec\.order: ClusterBuildpack go: the facts of image .* are missing/,
    );
    expect(makeBuilder(reading, '0.9').kind).to.equal('refused');
  });

  it('is reported: a store', () => {
    const builder = someClusterBuilder(ORDER, { store: { kind: 'ClusterStore', name: 'gone' } });
    const reading = readBuilder(builder, someWorld({ clusterBuildpacks: [java] }));
    expect(problems(reading.problems)).to.deep.equal([
      'error spec.store: ClusterStore "gone" not found; add the file with -f, or write it from a cluster with "kubectl get clusterstore gone -o yaml > clusterstore-gone.yaml"',
    ]);
  });

  it('is reported alone if it is a store, because the buildpacks that seem to be missing may be in it', () => {
    const order = [
      { group: [{ id: 'a/go' }, { id: 'a/b', version: '7' }, { kind: 'ClusterBuildpack', name: 'none' }] },
    ];
    const store = { store: { kind: 'ClusterStore', name: 'gone' } };
    const ofOrder = (fields: object): readonly string[] =>
      problems(readBuilder(someClusterBuilder(order, fields), someWorld({ clusterBuildpacks: [java] })).problems);
    expect(ofOrder(store)).to.have.length(2);
    expect(ofOrder(store)[0]).to.match(/^error spec\.store: ClusterStore "gone" not found/);
    expect(ofOrder(store)[1]).to.include("no cluster buildpack with name 'none'");
    expect(ofOrder({}).join()).to.include("could not find buildpack with id 'a/go'").and.include('a/b');
  });

  it('is named in the problem, so that a command can request its facts', () => {
    const reading = readBuilder(
      someClusterBuilder([{ group: [{ image: 'x/y:1' }] }]),
      someWorld({ stacks: [someStack()], clusterBuildpacks: [someClusterBuildpack('go')] }),
    );
    expect(reading.problems.flatMap(({ lacksFactsOf }) => lacksFactsOf ?? [])).to.deep.equal([
      `${REGISTRY}/build`,
      `${REGISTRY}/run`,
      `${REGISTRY}/go`,
      'x/y:1',
    ]);
  });
});

describe('a builder with problems', () => {
  it('is refused with all its problems', () => {
    const builder = someBuilder(undefined, [{ group: [{ id: 'gone' }] }], { tag: `${REGISTRY}/builder` });
    const made = makeBuilder(readBuilder(builder, someWorld({ stacks: [] })), '0.9');
    expect(problems(made.problems)).to.deep.equal([
      `error spec.tag: ${REGISTRY}/builder has no tag, and the default tag needs a namespace; add a tag, or set the namespace with -n`,
      'error spec.stack: ClusterStack "tiny" not found; add the file with -f, or write it from a cluster with "kubectl get clusterstack tiny -o yaml > clusterstack-tiny.yaml"',
      "error spec.order[0].group[0]: could not find buildpack with id 'gone'",
    ]);
  });
});

function descriptor(): NonNullable<ReturnType<typeof someLifecycleStatus>['layer']> {
  const { layer } = someLifecycleStatus();
  if (layer === undefined) throw new Error('it has a layer');
  return layer;
}

function chosen({ resolution }: BuilderReading): readonly string[] {
  return resolution.entries.map(({ chosen: { buildpack, resource } }) => {
    return `${buildpack.id}@${buildpack.version} of ${resource.name} in ${buildpack.image ?? ''}`;
  });
}

function problems(found: readonly FieldProblem[]): readonly string[] {
  return found.map(
    ({ severity, paths, message }) => `${severity} ${paths.map(formatFieldPath).join(', ')}: ${message}`,
  );
}

function noDigest(image: string): string {
  return `the facts of image ${REGISTRY}/${image} have no digest: write them with "taskpack inspect ${REGISTRY}/${image}"`;
}

function inspect(image: string): string {
  return `the facts of image ${image} are missing: run "taskpack inspect ${image} >> facts.yaml" and add -f facts.yaml`;
}
