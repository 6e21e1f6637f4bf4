import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInProcess, type Outcome } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { kubeconfigFor, startObjectServer, type ObjectServer, type ServedObjects } from '../objects/object-server.ts';
import { shownWorld } from '../objects/shown-world.ts';

const DIGEST = `sha256:${'c'.repeat(64)}`;

/** Arguments, standard output, standard error and exit code. */
type Case = readonly [args: string, stdout: string, stderr?: string, status?: number];

const CASES: readonly Case[] = [
  [
    '',
    `NAME   STATE      REASON            BUILD   CAUSE           TOOK   AGE
cart   NotReady   BuilderNotFound   -       -               -      3h5m
shop   Failed     NothingDetected   10      COMMIT,CONFIG   41s    3h5m
`,
  ],
  [
    'images -o wide',
    `NAME   STATE      REASON            BUILD   CAUSE           TOOK   AGE    BUILDER               IMAGE
cart   NotReady   BuilderNotFound   -       -               -      3h5m   builder/base          registry.example/cart
shop   Failed     NothingDetected   10      COMMIT,CONFIG   41s    3h5m   clusterbuilder/base   registry.example/shop@${DIGEST}
`,
  ],
  [
    'builds',
    `NAME            STATE       REASON            CAUSE           TOOK   AGE
by-hand         Waiting     -                 -               3h5m   3h5m
shop-build-9    Succeeded   -                 CONFIG          90s    3h5m
shop-build-10   Failed      NothingDetected   COMMIT,CONFIG   41s    3h5m
`,
  ],
  [
    'blds -l image.kpack.io/image=shop',
    `NAME            STATE       REASON            CAUSE           TOOK   AGE
shop-build-9    Succeeded   -                 CONFIG          90s    3h5m
shop-build-10   Failed      NothingDetected   COMMIT,CONFIG   41s    3h5m
`,
  ],
  [
    'builds.kpack.io shop-build-9 -o wide',
    `NAME           STATE       REASON   CAUSE    TOOK   AGE    BACKEND   SOURCE    IMAGE
shop-build-9   Succeeded   -        CONFIG   90s    3h5m   tekton    bbbbbbb   registry.example/a-team-with-a-long-name/shop@${DIGEST}
`,
  ],
  [
    'builders',
    `NAME                  STATE     REASON   STACK   LIFECYCLE   BUILDPACKS   AGE
clusterbuilder/base   Ready     -        jammy   0.20.12     1            3h5m
builder/cart          Waiting   -        jammy   -           0            3h5m
`,
  ],
  [
    'clusterbuilders',
    `NAME   STATE   REASON   STACK   LIFECYCLE   BUILDPACKS   AGE
base   Ready   -        jammy   0.20.12     1            3h5m
`,
  ],
  [
    'images,builds -A',
    `NAMESPACE   NAME         STATE      REASON      BUILD   CAUSE        TOOK   AGE
team        image/cart   NotReady   BuilderN…   -       -            -      3h5m
team        image/shop   Failed     NothingD…   10      COMMIT,CO…   41s    3h5m

NAMESPACE   NAME                  STATE       REASON     CAUSE       TOOK   AGE
team        build/by-hand         Waiting     -          -           3h5m   3h5m
team        build/shop-build-9    Succeeded   -          CONFIG      90s    3h5m
team        build/shop-build-10   Failed      Nothing…   COMMIT,C…   41s    3h5m
`,
  ],
  ['image/shop build/by-hand -o name', 'image.kpack.io/shop\nbuild.kpack.io/by-hand\n'],
  ['images -n empty', '', 'No resources found: namespace empty does not exist.\n'],
  ['images -n empty -o json', '{\n    "apiVersion": "v1",\n    "kind": "List",\n    "items": []\n}\n'],
  ['builds -A -l no=such', '', 'No resources found\n'],
  [
    'builds by-hand shop-buil-9 none',
    `NAME      STATE     REASON   CAUSE   TOOK   AGE
by-hand   Waiting   -        -       3h5m   3h5m
`,
    `error: builds.kpack.io "shop-buil-9" not found in namespace team (did you mean shop-build-9?)
error: builds.kpack.io "none" not found in namespace team
`,
    1,
  ],
  ['builders x', '', 'error: builders.kpack.io or clusterbuilders.kpack.io "x" not found in namespace team\n', 1],
  [
    'pods',
    '',
    'error: \'pods\' is not a type that taskpack shows: use images, builds, builders or clusterbuilders; for an object, write "taskpack list images pods"\n',
    2,
  ],
  ['images Shop', '', nameError('Shop'), 2],
  ['images ../x', '', nameError('../x'), 2],
  [
    'image/shop cart',
    '',
    "error: 'cart' is not TYPE/NAME, as the other arguments are. Write, for example, image/cart\n",
    2,
  ],
  [
    'images shop -A -l a=b',
    '',
    `error: names of objects cannot be combined with --all-namespaces: use -n NAMESPACE
error: names of objects cannot be combined with --selector: leave one of them out
`,
    2,
  ],
  [
    'images -A -n team',
    '',
    "error: option '-n, --namespace <name>' cannot be used with option '-A, --all-namespaces'\n",
    2,
  ],
  [
    'images -o csv',
    '',
    "error: option '-o, --output <format>' argument 'csv' is invalid. Allowed choices are table, wide, json, yaml, name.\n",
    2,
  ],
];

function nameError(name: string): string {
  return `error: '${name}' is not the name of an object: a name has lower-case letters, digits, hyphens and full stops\n`;
}

describe('taskpack list', () => {
  const workspace = makeWorkspace();
  let server: ObjectServer | undefined;
  afterEach(async () => server?.stop());
  after(() => workspace.remove());

  async function list(args: string, objects: ServedObjects, forbidden: readonly string[] = []): Promise<Outcome> {
    server = await startObjectServer(workspace.path, objects, forbidden);
    return listWith(args, server.kubeconfig);
  }

  for (const [args, stdout, stderr = '', status = 0] of CASES) {
    it(`prints what taskpack list ${args} shows`, async () => {
      expect(await list(args, shownWorld())).to.deep.equal({ status, stdout, stderr });
    });
  }

  it('keeps to 80 columns', async () => {
    for (const args of ['', 'builds -A', 'builders', 'images,builds -A']) {
      const { stdout } = await list(args, shownWorld());
      expect(stdout.split('\n').filter((line) => line.length > 80)).to.deep.equal([]);
      await server?.stop();
    }
  });

  it('prints views as JSON: a List, or the one object that is named', async () => {
    const { stdout } = await list('images -o json', shownWorld());
    const { kind, items } = JSON.parse(stdout) as { kind: string; items: readonly { name: string }[] };
    expect([kind, items.map(({ name }) => name)]).to.deep.equal(['List', ['cart', 'shop']]);
    await server?.stop();
    const one = await list('images shop -o json', shownWorld());
    expect(JSON.parse(one.stdout)).to.include({ kind: 'ImageView', name: 'shop' });
  });

  it('escapes control characters of logs in every format', async () => {
    for (const format of ['json', 'yaml', 'wide']) {
      const { stdout } = await list(`builds -o ${format}`, shownWorld());
      // oxlint-disable-next-line no-control-regex
      expect(stdout).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      await server?.stop();
    }
  });

  it('lists Builders, and warns of the ClusterBuilders that may not be listed', async () => {
    expect(await list('builders', shownWorld(), ['list clusterbuilders'])).to.deep.equal({
      status: 0,
      stdout: `NAME           STATE     REASON   STACK   LIFECYCLE   BUILDPACKS   AGE
builder/cart   Waiting   -        jammy   -           0            3h5m
`,
      stderr:
        'warning: list clusterbuilders.kpack.io: the API server denies the request (403 Forbidden cannot list clusterbuilders); grant the account a role that allows it (check it with: kubectl auth can-i list clusterbuilders.kpack.io)\n',
    });
  });

  it('lists Images without their Builds, and warns that these may not be listed', async () => {
    const { status, stdout, stderr } = await list('images', shownWorld(), ['list builds']);
    expect(stdout).to.match(/^shop +Failed +BuildFailed +- +- +- +3h5m$/m);
    expect(stderr).to.include('check it with: kubectl auth can-i list builds.kpack.io -n team');
    expect(status).to.equal(0);
  });

  const failures: readonly (readonly [args: string, isInstalled: boolean, refused: string, stderr: string])[] = [
    [
      'images',
      true,
      'list images',
      'error: list images.kpack.io team: the API server denies the request (403 Forbidden cannot list images); grant the account a role that allows it (check it with: kubectl auth can-i list images.kpack.io -n team)\n',
    ],
    [
      'clusterbuilders',
      true,
      'list clusterbuilders',
      'error: list clusterbuilders.kpack.io: the API server denies the request (403 Forbidden cannot list clusterbuilders); grant the account a role that allows it (check it with: kubectl auth can-i list clusterbuilders.kpack.io)\n',
    ],
    [
      'builds -A',
      true,
      'list builds',
      'error: list builds.kpack.io: the API server denies the request (403 Forbidden cannot list builds); grant the account a role that allows it (check it with: kubectl auth can-i list builds.kpack.io -A; use -n NAMESPACE to list one namespace)\n',
    ],
    [
      'images',
      false,
      '',
      'error: the cluster does not serve images.kpack.io: install taskpack, or select another cluster with --context\n',
    ],
  ];
  for (const [args, isInstalled, refused, stderr] of failures) {
    it(`fails with ${stderr.slice(7, 60)}… for ${args} if ${refused === '' ? 'taskpack is not installed' : refused}`, async () => {
      expect(await list(args, isInstalled ? shownWorld() : {}, [refused])).to.deep.equal({
        status: 1,
        stdout: '',
        stderr,
      });
    });
  }

  it('fails without a cluster', async () => {
    const kubeconfig = path.join(workspace.path, 'gone');
    writeFileSync(kubeconfig, kubeconfigFor('http://127.0.0.1:1'));
    const { status, stdout, stderr } = await listWith('images', kubeconfig);
    expect([status, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/^error: list images\.kpack\.io team: .*127\.0\.0\.1:1.*\n$/);
  });

  it('fails with 2 without a kubeconfig', async () => {
    const { status, stdout, stderr } = await listWith('images', path.join(workspace.path, 'none'));
    expect([status, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.match(/^error: .*none.*\n$/);
  });
});

async function listWith(args: string, kubeconfig: string): Promise<Outcome> {
  return runInProcess(['list', ...args.split(' ').filter(Boolean), '--kubeconfig', kubeconfig]);
}
