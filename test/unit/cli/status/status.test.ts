import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInProcess, type Outcome } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { startObjectServer, type ObjectServer } from '../objects/object-server.ts';
import { shownWorld } from '../objects/shown-world.ts';

/** Set UPDATE_GOLDEN to write the pages. */
const TEXTS = path.join(import.meta.dirname, 'texts');

/** The arguments whose whole output is in a file of `pages`. */
const SHOWN: readonly (readonly [args: string, page: string])[] = [
  ['shop', 'image-failed.txt'],
  ['image/cart', 'image-without-builder.txt'],
  ['build/shop-build-10', 'build-failed.txt'],
  ['build shop-build-9', 'build-succeeded.txt'],
  ['by-hand', 'build-by-hand.txt'],
  ['base', 'cluster-builder.txt'],
  ['builder/cart', 'builder-without-status.txt'],
];

const ALL_TYPES = 'images.kpack.io, builds.kpack.io, builders.kpack.io or clusterbuilders.kpack.io';

const FAILURES: readonly (readonly [args: string, stderr: string, status: number])[] = [
  ['cart', 'error: "cart" is the name of several objects: use image/cart or builder/cart\n', 1],
  ['shp', `error: ${ALL_TYPES} "shp" not found in namespace team (did you mean shop?)\n`, 1],
  [
    'build/shop-build-11',
    'error: builds.kpack.io "shop-build-11" not found in namespace team (did you mean shop-build-10?)\n',
    1,
  ],
  ['clusterbuilder/nothing', 'error: clusterbuilders.kpack.io "nothing" not found\n', 1],
  ['shop -n other', 'error: namespace other does not exist\n', 1],
  ['pod/x', "error: 'pod' is not a type that taskpack shows: use images, builds, builders or clusterbuilders\n", 2],
  ['shop -n Other', namespaceError('Other'), 2],
  ['image/shop/x', "error: 'image/shop/x' is not TYPE/NAME. Write, for example, image/NAME\n", 2],
  [
    'image/shop build/shop-build-1',
    "error: 'image/shop' and 'build/shop-build-1' are two objects, but the command shows one: run it once for each\n",
    2,
  ],
  ['', "error: missing required argument 'object'; usage: taskpack status [options] <object> [name]\n", 2],
];

function namespaceError(name: string): string {
  return `error: option '-n, --namespace <name>' argument '${name}' is invalid. It must have at most 63 lower-case letters, digits and hyphens, and no hyphen at either end.\n`;
}

describe('taskpack status', () => {
  const workspace = makeWorkspace();
  let server: ObjectServer | undefined;
  afterEach(async () => server?.stop());
  after(() => workspace.remove());

  async function status(args: string, forbidden: readonly string[] = []): Promise<Outcome> {
    server = await startObjectServer(workspace.path, shownWorld(), forbidden);
    return runInProcess(['status', ...args.split(' ').filter(Boolean), '--kubeconfig', server.kubeconfig]);
  }

  for (const [args, page] of SHOWN) {
    it(`prints ${page} for ${args}, in 80 columns`, async () => {
      const { stdout, ...rest } = await status(args);
      if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(path.join(TEXTS, page), stdout);
      expect(stdout).to.equal(readFileSync(path.join(TEXTS, page), 'utf8'));
      expect(rest).to.deep.equal({ status: 0, stderr: '' });
      expect(stdout.split('\n').filter((line) => line.length > 80)).to.deep.equal([]);
    });
  }

  for (const [args, stderr, code] of FAILURES) {
    it(`fails for ${args === '' ? 'no argument' : args}`, async () => {
      expect(await status(args)).to.deep.equal({ status: code, stdout: '', stderr });
    });
  }

  it('finds an object by its name although other kinds may not be read', async () => {
    const { status: code, stdout, stderr } = await status('shop', ['get clusterbuilders', 'get builders']);
    expect([code, stderr, stdout.split('\n')[0]]).to.deep.equal([0, '', 'Image team/shop']);
  });

  it('names what may not be read if it finds nothing', async () => {
    const { status: code, stderr } = await status('nothing', ['get clusterbuilders']);
    expect([code, stderr]).to.deep.equal([
      1,
      `error: ${ALL_TYPES} "nothing" not found in namespace team
error: get clusterbuilders.kpack.io nothing: the API server denies the request (403 Forbidden cannot get clusterbuilders); grant the account a role that allows it (check it with: kubectl auth can-i get clusterbuilders.kpack.io)
`,
    ]);
  });

  it('shows an Image without its Builds, and warns that these may not be listed', async () => {
    const { status: code, stdout, stderr } = await status('image/shop', ['list builds', 'get sourceresolvers']);
    expect(code).to.equal(0);
    expect(stdout).to.include('State    Failed (BuildFailed) 3h5m ago\n         Error: x\n');
    expect(stderr).to.match(/^warning: list builds\.kpack\.io team: .*can-i list builds\.kpack\.io -n team\)\n$/);
  });

  it('prints the view as JSON and as YAML', async () => {
    const { stdout } = await status('base -o json');
    expect(JSON.parse(stdout)).to.include({ apiVersion: 'taskpack.dev/v1alpha1', kind: 'BuilderView', name: 'base' });
    await server?.stop();
    expect((await status('base -o yaml')).stdout).to.match(/^apiVersion: taskpack\.dev\/v1alpha1\nkind: BuilderView\n/);
  });
});
