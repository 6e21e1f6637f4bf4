import { expect } from 'chai';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { conditionOf, runBuild, type BuildStatus } from '../../e2e/controller/controlled-build.ts';
import { applicationBuild } from '../../e2e/whole-way/application-build.ts';
import { wordsOf } from '../../e2e/whole-way/application-words.ts';
import { BACKENDS } from '../../e2e/whole-way/backends.ts';
import { phasesIn } from '../../e2e/whole-way/creator-mode.ts';
import { digestOf } from '../../e2e/whole-way/built-image.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from '../../e2e/whole-way/whole-way-bed.ts';
import { testClients } from '../../integration/registry/client-fixture.ts';
import { objectAt, objectsAt, stringsAt, textAt } from '../../support/json-field.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { publishVendorBuilder } from './vendor-builder.ts';
import { GOOGLE, HEROKU, type Vendor } from './vendors.ts';

/** One application for both builders. */
const PROCFILE = 'web: echo hello; ls\nworker: sleep 1\n';

/** The processes that both buildpacks for a Procfile make of it. */
const PROCESSES = ['web: bash -c echo hello; ls', 'worker: bash -c sleep 1'];

/** A builder, the environment of its Build, and what the buildpacks promise for the image. */
interface Case {
  readonly vendor: Vendor;
  readonly env: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly words: string;
}

const CASES = {
  google: {
    vendor: GOOGLE,
    env: { GOOGLE_LABEL_TEAM: 'shop', GOOGLE_CLEAR_SOURCE: 'true' },
    labels: { 'google.team': 'shop' },
    words: 'hello\n',
  },
  heroku: { vendor: HEROKU, env: {}, labels: {}, words: 'hello\nProcfile\n' },
} as const satisfies Readonly<Record<string, Case>>;

type Name = keyof typeof CASES;

const NAMES = Object.keys(CASES) as readonly Name[];

/** The ways to run Builds, with the controller's settings but the builders in creator mode. */
const WAYS = {
  ...BACKENDS,
  'taskrun-as-build': { ...BACKENDS.taskrun, TASKRUN_SERVICE_ACCOUNT: 'build' },
  'creator-taskrun': BACKENDS.taskrun,
  'creator-containers': BACKENDS.containers,
} as const;

type Way = keyof typeof WAYS;

const WAY_NAMES = Object.keys(WAYS) as readonly Way[];

describe('builders as Google and Heroku ship them, on the node', function () {
  this.timeout(900_000);
  const clients = testClients();
  let servers: WholeWayServers;
  let source: object;
  let builders: Readonly<Record<Name, string>>;
  let beds: Readonly<Record<Way, WholeWayBed>>;
  const made: Record<Name, BuildStatus[]> = { google: [], heroku: [] };

  before(async function () {
    // The first run fetches and compiles the buildpacks and a lifecycle, the programs of the cluster and the images.
    this.timeout(3_600_000);
    servers = await startServers('builders');
    source = servers.sources.publish('procfile', { Procfile: PROCFILE });
    const { registry } = servers.cluster;
    builders = await forEach(NAMES, async (name) => publishVendorBuilder(registry, CASES[name].vendor));
    const creator = { CREATOR_BUILDERS: Object.values(builders).join(',') };
    beds = await forEach(WAY_NAMES, async (way) =>
      openBed(servers, `builders-${way}`, { ...WAYS[way], ...(way.startsWith('creator') && creator) }),
    );
  });
  after(async () => {
    await Promise.all(Object.values(beds ?? {}).map(async (bed) => bed.stop()));
    await servers?.stop();
  });

  groupsSideBySide(Object.fromEntries(WAY_NAMES.map((way) => [`with ${way}`, testsOf(way)])));

  describe('all ways', () => {
    for (const name of NAMES) {
      it(`make the same image, with the labels and processes of the buildpacks: ${name}`, async () => {
        const { vendor, labels, words } = CASES[name];
        const digests = made[name].map(({ latestImage }) => digestOf(latestImage));
        expect(digests).to.have.length(WAY_NAMES.length);
        expect(new Set(digests), digests.join('\n')).to.have.property('size', 1);
        const image = made[name][0]?.latestImage ?? '';
        const config = await configOf(image);
        expect(stringsAt(config, 'Env')).to.include('CNB_PLATFORM_API=0.9');
        expect(objectAt(config, 'Labels')).to.include({ 'io.buildpacks.stack.id': vendor.stack, ...labels });
        expect(processesOf(config)).to.deep.equal(PROCESSES);
        expect(await wordsOf(beds.containers, name, image)).to.equal(words);
      });
    }
  });

  function testsOf(way: Way): Readonly<Record<string, () => Promise<void>>> {
    const tests: Record<string, () => Promise<void>> = {};
    for (const name of NAMES) {
      tests[`builds an application: ${name}`] = async () => void made[name].push(await built(way, name));
      // Ways make no difference to the Platform API, so one is enough.
      if (way === 'containers') tests[`builds for an execution environment: ${name}`] = () => expectNewest(way, name);
    }
    return tests;
  }

  async function expectNewest(way: Way, name: Name): Promise<void> {
    const { latestImage = '' } = await built(way, name, { 'taskpack.dev/exec-env': 'test' });
    const config = await configOf(latestImage);
    expect(stringsAt(config, 'Env')).to.include('CNB_PLATFORM_API=0.15');
    expect(processesOf(config)).to.deep.equal(PROCESSES);
  }

  async function built(way: Way, name: Name, annotations: Readonly<Record<string, string>> = {}): Promise<BuildStatus> {
    const { vendor, env } = CASES[name];
    const bed = beds[way];
    const title = [name, way, ...Object.values(annotations)].join('-');
    const { address } = servers.cluster.registry;
    const spec = {
      // Lifecycle 0.21 refuses the token server of the bed's other registry, because a private address names the server.
      tags: [`${address}/app/${title}`],
      source,
      builder: { image: builders[name] },
      env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
    };
    const status = await runBuild(bed.cluster.client, applicationBuild(bed, title, spec, annotations), {
      seconds: 600,
    });
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    expect((await phasesIn(bed, status)).includes('create')).to.equal(way.startsWith('creator'));
    expect(status).to.deep.include({ lifecycleVersion: vendor.lifecycle });
    expect(buildpacksOf(status)).to.deep.equal(vendor.group.map(({ id, version }) => `${id}@${version}`));
    expect(textAt(objectAt(status as JsonObject, 'stack'), 'runImage')).to.include(`${address}/${vendor.images.run}@`);
    return status;
  }

  async function configOf(image: string): Promise<JsonObject> {
    const reference = parseImageReference(image);
    if (reference === undefined) throw new Error(`${image} is no reference`);
    const { json } = await clients.make().config(reference, { os: 'linux', architecture: 'amd64' });
    return objectAt(json, 'config');
  }
});

function buildpacksOf(status: BuildStatus): readonly string[] {
  return objectsAt(status as JsonObject, 'buildMetadata').map(
    (one) => `${textAt(one, 'id')}@${textAt(one, 'version')}`,
  );
}

/** Returns the processes of an image as `TYPE: COMMAND`. */
function processesOf(config: JsonObject): readonly string[] {
  const metadata = JSON.parse(textAt(objectAt(config, 'Labels'), 'io.buildpacks.build.metadata') ?? '') as JsonObject;
  return objectsAt(metadata, 'processes').map((one) =>
    [`${textAt(one, 'type')}:`, textAt(one, 'command') ?? stringsAt(one, 'command'), stringsAt(one, 'args')]
      .flat()
      .join(' '),
  );
}

/** Makes a value for each name, at the same time. */
async function forEach<Key extends string, Value>(
  names: readonly Key[],
  make: (name: Key) => Promise<Value>,
): Promise<Readonly<Record<Key, Value>>> {
  const values = await Promise.all(names.map(async (name) => [name, await make(name)] as const));
  return Object.fromEntries(values) as Record<Key, Value>;
}
