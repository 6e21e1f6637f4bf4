import { expect } from 'chai';
import path from 'node:path';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { runInProcess, type Outcome } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { someBuild, someImage, succeeded } from '../../insight/views/some-objects.ts';
import { startObjectServer, type ObjectServer } from '../objects/object-server.ts';

const image = (digit: string): string => `registry.example/shop@sha256:${digit.repeat(64)}`;

function build(number: number, version: string, spec: JsonObject = {}): JsonObject {
  return someBuild(
    {
      conditions: [succeeded('True')],
      latestImage: image(`${number}`),
      buildMetadata: [{ id: 'some/java', version }],
    },
    {
      name: `shop-build-${number}`,
      labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': `${number}` },
      annotations: { 'image.kpack.io/reason': 'TRIGGER' },
    },
    spec,
  );
}

const FIRST = build(1, '1.0.0');
const SECOND = build(2, '1.1.0', { lastBuild: { image: image('1') } });
const CART = someImage(
  { status: 'False', reason: 'BuilderNotFound', message: 'Builder base is missing.' },
  {},
  { name: 'cart' },
);

const COMPARED = `Compared with shop-build-1
  registry.example/shop@
  sha256:1111111111111111111111111111111111111111111111111111111111111111

Buildpacks, run image and lifecycle
  CHANGE    NAME        BEFORE   NOW
  updated   some/java   1.0.0    1.1.0
`;

/** The text before the age of the Build, which depends on the clock. */
const HEAD = 'Build team/shop-build-2\n\nState    Succeeded ';
const TAIL = `, took 60s
Image    shop, Build 2
Source   https://git.example/shop.git
         commit bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
Why      A user triggered a Build

Result
  registry.example/shop@
  sha256:2222222222222222222222222222222222222222222222222222222222222222

${COMPARED}
Not shown
  The layers and packages: --offline reads no image.
`;

const DENIED = 'the API server denies the request (403 Forbidden cannot';
const GRANT = 'grant the account a role that allows it';

/** The arguments, the whole output to standard error, and the exit code. */
const FAILURES: readonly (readonly [args: string, stderr: string, status: number, forbidden?: readonly string[]])[] = [
  ['', 'error: name a Build or an Image, or use --from with a file\n', 2],
  ['shp', 'error: builds.kpack.io or images.kpack.io "shp" not found in namespace team (did you mean shop?)\n', 1],
  [
    'build/shop-build-3',
    'error: builds.kpack.io "shop-build-3" not found in namespace team (did you mean shop-build-1?)\n',
    1,
  ],
  ['image/shop-build-2', 'error: images.kpack.io "shop-build-2" not found in namespace team\n', 1],
  ['shop -b 7', 'error: Image shop has no Build 7, only the Builds 1, 2\n', 1],
  ['cart', 'error: Image cart has no Build yet: Builder base is missing\n', 1],
  ['shop -n other', 'error: namespace other does not exist\n', 1],
  ['build/shop-build-2 -b 1', 'error: --build selects a Build of an Image, so the object must be an Image\n', 2],
  [
    'shop -b x',
    "error: option '-b, --build <number>' argument 'x' is invalid. It must be the number of a Build, such as 3.\n",
    2,
  ],
  ['builder/x', "error: argument <object> 'builder/x' is invalid. It must be the name of a Build or an Image.\n", 2],
  [
    'shop --offline --insecure-registry x',
    "error: option '--offline' cannot be used with option '--insecure-registry <host>'\n",
    2,
  ],
  [
    'shop -o wide',
    "error: option '-o, --output <format>' argument 'wide' is invalid. Allowed choices are text, json, yaml.\n",
    2,
  ],
  [
    'shop-build-2',
    `error: get builds.kpack.io team/shop-build-2: ${DENIED} get builds); ${GRANT} (check it with: kubectl auth can-i get builds.kpack.io -n team)\n`,
    1,
    ['get builds'],
  ],
  [
    'image/shop',
    `error: list builds.kpack.io team: ${DENIED} list builds); ${GRANT} (check it with: kubectl auth can-i list builds.kpack.io -n team)\n`,
    1,
    ['list builds'],
  ],
];

describe('taskpack why', () => {
  const workspace = makeWorkspace();
  let server: ObjectServer | undefined;
  afterEach(async () => server?.stop());
  before(() =>
    workspace.write({
      'builds.json': JSON.stringify({ kind: 'List', items: [FIRST, SECOND] }),
      'second.json': JSON.stringify(SECOND),
      'image.json': JSON.stringify(CART),
    }),
  );
  after(() => workspace.remove());

  async function why(args: string, forbidden: readonly string[] = []): Promise<Outcome> {
    server = await startObjectServer(
      workspace.path,
      { builds: [FIRST, SECOND], images: [someImage(), CART] },
      forbidden,
    );
    return runInProcess(['why', ...words(args), '--kubeconfig', server.kubeconfig]);
  }

  function words(args: string): readonly string[] {
    const all = args.split(' ').filter((word) => word !== '');
    return all.map((word) => (word.endsWith('.json') ? path.join(workspace.path, word) : word));
  }

  for (const args of ['shop-build-2', 'build/shop-build-2', 'shop', 'image/shop', 'shop -b 2']) {
    it(`explains ${args}`, async () => {
      const { status, stdout, stderr } = await why(`${args} --offline`);
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      expect(stdout.slice(0, HEAD.length)).to.equal(HEAD);
      expect(stdout.slice(stdout.indexOf(','))).to.equal(TAIL);
    });
  }

  for (const [args, stderr, status, forbidden] of FAILURES) {
    it(`fails for ${args === '' ? 'no argument' : args}${forbidden === undefined ? '' : `, without the right to ${forbidden.join()}`}`, async () => {
      expect(await why(args, forbidden)).to.deep.equal({ status, stdout: '', stderr });
    });
  }

  it('says that the cluster does not serve Builds', async () => {
    server = await startObjectServer(workspace.path, {});
    const { status, stderr } = await runInProcess(['why', 'build/shop', '--kubeconfig', server.kubeconfig]);
    expect({ status, stderr }).to.deep.equal({
      status: 1,
      stderr:
        'error: the cluster does not serve builds.kpack.io: install taskpack, or select another cluster with --context\n',
    });
  });

  it('compares with the image that the Build names if Builds may not be listed, and warns', async () => {
    const { status, stdout, stderr } = await why('shop-build-2 --offline', ['list builds']);
    expect(status).to.equal(0);
    expect(stdout).to.include(
      `Compared with the previous image\n  registry.example/shop@\n  sha256:${'1'.repeat(64)}\n`,
    );
    expect(stderr).to.match(/^warning: list builds\.kpack\.io team: .*can-i list builds\.kpack\.io -n team\)\n$/);
  });

  it('says which images it could not read, and exits with 0', async () => {
    const file = JSON.stringify([FIRST, SECOND]).replaceAll('registry.example', '127.0.0.1:1');
    workspace.write({ 'unreachable.json': `{"kind":"List","items":${file}}` });
    const { status, stdout } = await runInProcess(['why', 'shop-build-2', ...words('--from unreachable.json')]);
    expect(status).to.equal(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).to.match(
      /Not shown The layers and packages of the image: 127\.0\.0\.1:1\/shop@ ?sha256:2+: .*The layers and packages of the compared image: 127\.0\.0\.1:1/,
    );
  });

  it('fails without a cluster, and for an unusable kubeconfig', async () => {
    const kubeconfig = path.join(workspace.path, 'nothing');
    expect((await runInProcess(['why', 'shop', '--kubeconfig', kubeconfig])).status).to.equal(2);
    await why('shop --offline');
    const stopped = server?.kubeconfig ?? '';
    await server?.stop();
    const outcome = await runInProcess(['why', 'shop', '--kubeconfig', stopped]);
    expect(outcome).to.deep.include({ status: 1, stdout: '' });
    expect(outcome.stderr).to.match(/^error: .*127\.0\.0\.1/);
  });

  it('prints the view as JSON and as YAML', async () => {
    const { stdout } = await why('shop --offline -o json');
    const view = JSON.parse(stdout) as JsonObject;
    expect(view).to.deep.include({
      apiVersion: 'taskpack.dev/v1alpha1',
      kind: 'BuildChangesView',
      name: 'shop-build-2',
    });
    expect(view['comparison']).to.deep.equal({
      kind: 'compared',
      with: { image: image('1'), build: { name: 'shop-build-1', number: 1 }, skipped: [] },
      versions: [{ what: 'buildpack', change: 'updated', id: 'some/java', old: '1.0.0', new: '1.1.0' }],
    });
    await server?.stop();
    expect((await why('shop --offline -o yaml')).stdout).to.match(
      /^apiVersion: taskpack\.dev\/v1alpha1\nkind: BuildChangesView\n/,
    );
  });

  describe('--from', () => {
    it('compares two Builds of a file without a cluster', async () => {
      const { status, stdout } = await runInProcess(['why', 'shop-build-2', ...words('--from builds.json --offline')]);
      expect(status).to.equal(0);
      expect(stdout).to.include(COMPARED);
    });

    it('reads standard input, and compares with the image that the only Build names', async () => {
      const { stdout } = await runInProcess(['why', '--from', '-', '--offline'], { stdin: JSON.stringify(SECOND) });
      expect(stdout).to.include('Compared with the previous image');
      expect(stdout).to.include('\n  The buildpacks: neither the Builds nor the labels of the images list them for\n');
    });

    const refused: readonly (readonly [args: string, stderr: string, status: number])[] = [
      [
        '--from builds.json',
        'error: --from: the files have several Builds (shop-build-1, shop-build-2): name one of them\n',
        1,
      ],
      ['x --from second.json', 'error: --from: the files have no Build x, only shop-build-2\n', 1],
      ['--from image.json', 'error: --from: the files have no Build\n', 1],
      ['image/shop --from second.json', 'error: --from takes the name of a Build, not of an Image\n', 2],
      [
        '--from second.json -n team',
        "error: option '--from <file>' cannot be used with option '-n, --namespace <name>'\n",
        2,
      ],
      [
        '--from second.json -b 2',
        "error: option '--from <file>' cannot be used with option '-b, --build <number>'\n",
        2,
      ],
    ];
    for (const [args, stderr, status] of refused) {
      it(`refuses ${args}`, async () => {
        expect(await runInProcess(['why', ...words(args)])).to.deep.equal({ status, stdout: '', stderr });
      });
    }
  });
});
