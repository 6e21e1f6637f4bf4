import { expect } from 'chai';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import type { BuilderName } from '../../cluster/universe/builder-documents.ts';
import { universeDocuments, type UniverseDocuments } from '../../cluster/universe/documents.ts';
import type { PushedUniverse } from '../../cluster/universe/push-universe.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { buildCommand } from '../../support/command.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { detect, type Detection } from './detection.ts';
import { publishedBuilder, resolvedBuildpacks } from './published-builder.ts';

interface Case {
  readonly builder: BuilderName;
  readonly app: readonly string[];
  readonly group: readonly string[];
}

const CHOSEN: Readonly<Record<string, Case>> = {
  'each buildpack that passes, and only the first version of each name': {
    builder: 'good',
    app: ['hello.txt'],
    group: ['test/hello@2.0.0-rc.1', 'test/environment@1.0.0'],
  },
  'an optional component buildpack that passes': {
    builder: 'good',
    app: ['hello.txt', 'extra.txt'],
    group: ['test/hello@2.0.0-rc.1', 'test/extra@1.0.0', 'test/environment@1.0.0'],
  },
  'the components of nested composite buildpacks': {
    builder: 'nested',
    app: ['hello.txt', 'extra.txt'],
    group: ['test/hello@1.0.0', 'test/extra@1.0.0', 'test/environment@1.0.0'],
  },
};

/** The expected exit codes of the detector, as in the lifecycle's cmd/exit.go. */
const REFUSED: Readonly<Partial<Record<BuilderName, number>>> = { good: 20, 'detect-fails': 20, 'detect-errors': 21 };

/** kpack's Platform API, which reads the run image from stack.toml, and the newest, which reads run.toml. */
const PLATFORM_APIS = ['0.9', '0.14'] as const;

for (const platformApi of PLATFORM_APIS) {
  describe(`detection with a builder that taskpack published, on the node (Platform API ${platformApi})`, function () {
    this.timeout(180_000);
    let cluster: NodeCluster;
    let pushed: PushedUniverse;
    let documents: UniverseDocuments;

    before(async function () {
      // The first run builds the cluster's programs.
      this.timeout(1_800_000);
      cluster = await oneNodeCluster();
      buildCommand();
      pushed = await pushRunningUniverse(cluster.registry);
      documents = universeDocuments(pushed);
    });

    function detectWith(builder: BuilderName, app: readonly string[]): Promise<Detection> {
      const reference = publishedBuilder(documents, builder, platformApi);
      const name = ['detect', builder, ...app.map((file) => file.replace('.txt', '')), platformApi].join('-');
      const tag = `${cluster.registry.address}/tests/application`;
      return detect(cluster.client, { name, builder: reference, tag, platformApi, app });
    }

    sideBySide({
      ...Object.fromEntries(
        Object.entries(CHOSEN).map(([title, chosen]) => [`chooses ${title}`, () => expectChosen(chosen)]),
      ),
      ...Object.fromEntries(
        (Object.entries(REFUSED) as [BuilderName, number][]).map(([builder, exitCode]) => [
          `exits with ${exitCode} if no buildpack of builder ${builder} passes`,
          async () => {
            expect(await detectWith(builder, ['nothing.txt'])).to.deep.include({ exitCode, group: [] });
          },
        ]),
      ),
    });

    async function expectChosen({ builder, app, group }: Case): Promise<void> {
      const detection = await detectWith(builder, app);
      expect(detection).to.include({ exitCode: 0 });
      expect(detection.group).to.deep.equal(group);
      expect(resolvedBuildpacks(documents, builder)).to.include.members([...group]);
      expect(detection.runImage).to.equal(runImageOf(builder));
    }

    /** Returns the universe's run image in the repository to which `builder publish` has copied the image. */
    function runImageOf(builder: BuilderName): string {
      return `${documents.builders[builder].spec.tag}@${pushed.run.replace(/^.*@/, '')}`;
    }
  });
}
