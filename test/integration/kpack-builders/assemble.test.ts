import { expect } from 'chai';
import type { Builder, BuilderOrder } from '../../../src/core/api/kpack/builder.ts';
import type { ClusterBuilder } from '../../../src/core/api/kpack/cluster-builder.ts';
import { makeBuilders } from '../../../src/cli/builder/digest.ts';
import { makeImage } from '../../../src/core/oci/image.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { universeDocuments, type UniverseDocuments } from '../../cluster/universe/documents.ts';
import { pushUniverse } from '../../cluster/universe/push-universe.ts';
import type { Universe } from '../../cluster/universe/universe.ts';
import { universeFacts } from '../builders/universe-facts.ts';
import { listedDifferences } from '../../unit/kpack/listed-differences.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { someUniverse } from '../universe/some-universe.ts';
import { assembledImage, type AssembledImage } from './assembly/assembled-image.ts';
import { IMAGE_DIFFERENCES } from './assembly/image-differences.ts';
import { withStatuses } from './assembly/universe-with-statuses.ts';
import type { OracleAnswer, OracleQuestion } from '../../unit/kpack-builders/builder-oracle.ts';
import { startLineProgram, type LineProgram } from '../kpack/line-program.ts';

type Part = UniverseDocuments['parts'][number];

interface Case {
  readonly order: BuilderOrder;
  readonly kind?: 'Builder' | 'ClusterBuilder';
  readonly stack?: 'tiny' | 'worn';
  readonly labels?: Readonly<Record<string, string>>;
}

const HELLO = { id: 'test/hello', version: '1.0.0' };
const META = { name: 'meta', kind: 'ClusterBuildpack' };

const CASES: Readonly<Record<string, Case>> = {
  'one buildpack': { order: [{ group: [HELLO] }] },
  'the highest of several versions': { order: [{ group: [{ id: 'test/hello' }] }] },
  'a meta-buildpack and what it is made of': { order: [{ group: [META] }] },
  'a meta-buildpack of one resource by its id': { order: [{ group: [{ ...META, id: 'test/hello' }] }] },
  'meta-buildpacks of meta-buildpacks': {
    order: [{ group: [{ name: 'nested', kind: 'Buildpack' }] }],
    kind: 'Builder',
  },
  'children of other packages': { order: [{ group: [{ id: 'test/apart' }] }] },
  'several groups and optional entries': {
    order: [
      { group: [META, { id: 'test/detect-fails', optional: true }] },
      {
        group: [
          { id: 'test/extra', optional: true },
          { id: 'test/hello', version: '1.1.0' },
        ],
      },
      { group: [{ id: 'test/hello', version: '2.0.0-rc.1', optional: false }] },
    ],
  },
  'labels of its own': {
    order: [{ group: [HELLO] }],
    labels: { own: 'a <label> & more', 'io.buildpacks.lifecycle.version': '0', 'io.buildpacks.buildpack.order': '[]' },
  },
  "another's build image, with a history and fields that nobody knows": {
    order: [{ group: [HELLO, META] }],
    stack: 'worn',
  },
  'no groups': { order: [] },
  'groups of nothing': { order: [{ group: [HELLO] }, { group: [] }, {}] },
};

describe('builder images, compared with kpack', () => {
  const registry = temporaryRegistry('none');
  const clients = testClients();
  const needed = new Set<string>();
  let oracle: LineProgram<OracleQuestion, OracleAnswer>;
  let parts: readonly Part[];

  before(async function () {
    // The first run builds kpack and the lifecycle.
    this.timeout(1_800_000);
    const programs = await ensurePrograms(['builder-oracle'], (line) => console.error(line));
    oracle = startLineProgram(programs['builder-oracle']);
    parts = await placedParts(await someUniverse());
  });

  after(() => oracle.close());

  for (const [number, [name, about]] of Object.entries(CASES).entries()) {
    it(`have the same layers, labels and settings: ${name}`, async () => {
      const builder = builderOf(about, `${registry().address}/assembled/case-${number}:1`);
      const [kpack, base] = await kpacks(builder);
      const ours = made(builder);
      expect(without(ours, base, [])).to.deep.equal(without(kpack, base, []));
      for (const { id } of IMAGE_DIFFERENCES) {
        if (JSON.stringify(without(ours, base, [id])) !== JSON.stringify(without(kpack, base, [id]))) needed.add(id);
      }
    });
  }

  it('differ only as documented, and show every documented difference', () => {
    const listed = new Set(listedDifferences().map(({ id }) => id));
    expect(IMAGE_DIFFERENCES.map(({ id }) => id).filter((id) => !listed.has(id))).to.deep.equal([]);
    expect([...needed].toSorted()).to.deep.equal(IMAGE_DIFFERENCES.map(({ id }) => id).toSorted());
  });

  /** Returns the universe's objects with their statuses, and a stack `worn` whose build image has a long history. */
  async function placedParts(images: Universe): Promise<readonly Part[]> {
    const pushed = await pushUniverse(registry(), images);
    const config = {
      ...(JSON.parse(Buffer.from(images.build.config.content).toString()) as { os: string; architecture: string }),
      created: '2020-02-02T00:00:00Z',
      'moby.buildkit.buildinfo.v1': 'unknown to Go',
      history: images.build.layers.map((_, place) => ({
        created: '2020-02-02T00:00:00Z',
        created_by: `step ${place}`,
      })),
    };
    const worn = makeImage({ family: 'docker', config, layers: images.build.layers });
    const digest = await pushImage(worn, { url: registry().url, repository: 'worn' }, 'latest');
    const build = `${registry().address}/worn@${digest}`;
    const documents = universeDocuments(pushed, 'team');
    const all = [
      ...documents.parts,
      ...documents.parts.flatMap((part): readonly Part[] =>
        part.kind === 'ClusterStack'
          ? [{ ...part, metadata: { name: 'worn' }, spec: { ...part.spec, buildImage: { image: build } } }]
          : [],
      ),
    ];
    return withStatuses(all, await universeFacts(clients.make(), { ...documents, parts: all }));
  }

  /** Returns the image that kpack pushes, and the number of its layers that come from the build image. */
  async function kpacks(builder: Builder | ClusterBuilder): Promise<readonly [AssembledImage, number]> {
    const stack = named('ClusterStack', builder.spec.stack.name);
    const answer = await oracle.ask({
      ask: 'assemble',
      builder,
      buildpacks: parts.filter(({ kind }) => kind === 'Buildpack'),
      clusterBuildpacks: parts.filter(({ kind }) => kind === 'ClusterBuildpack'),
      clusterStore: named('ClusterStore', 'working'),
      clusterStack: stack,
      clusterLifecycle: named('ClusterLifecycle', 'default-lifecycle'),
    });
    const { manifest, config, refusal, crashed } = answer;
    if (manifest === undefined || config === undefined) throw new Error(`kpack: ${refusal ?? crashed}`);
    const base = stack.kind === 'ClusterStack' ? (stack.status?.buildImage?.layers ?? []).length : 0;
    return [assembledImage(manifest, config), base];
  }

  function made(builder: Builder | ClusterBuilder): AssembledImage {
    const documents = [...parts, builder].map((value) => ({ value }));
    const { builders, problems } = makeBuilders({ documents, problems: [] }, {}, '0.9');
    expect(problems.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    const { manifest, config } = builders[0]?.image ?? {};
    return assembledImage(
      Buffer.from(manifest?.content ?? '').toString(),
      Buffer.from(config?.content ?? '').toString(),
    );
  }

  function named(kind: Part['kind'], name: string): Part {
    const found = parts.find((part) => part.kind === kind && part.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found;
  }
});

/** Returns the image without the intended differences, except those with these ids. */
function without(image: AssembledImage, base: number, kept: readonly string[]): AssembledImage {
  return IMAGE_DIFFERENCES.filter(({ id }) => !kept.includes(id)).reduce(
    (left, difference) => difference.without(left, base),
    image,
  );
}

function builderOf(
  { order, kind = 'ClusterBuilder', stack = 'tiny', labels }: Case,
  tag: string,
): Builder | ClusterBuilder {
  const shared = {
    tag,
    stack: { kind: 'ClusterStack', name: stack },
    lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
    store: { kind: 'ClusterStore', name: 'working' },
    order,
    ...(labels !== undefined && { additionalLabels: labels }),
  };
  const apiVersion = 'kpack.io/v1alpha2';
  if (kind === 'Builder') {
    return {
      apiVersion,
      kind,
      metadata: { name: 'java', namespace: 'team' },
      spec: { ...shared, serviceAccountName: 'default' },
    };
  }
  return {
    apiVersion,
    kind,
    metadata: { name: 'java' },
    spec: { ...shared, serviceAccountRef: { name: 'x', namespace: 'team' } },
  };
}
