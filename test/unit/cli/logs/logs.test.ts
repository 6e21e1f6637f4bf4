import { expect } from 'chai';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { runInProcess, type Outcome } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { startObjectServer, type ObjectServer } from '../objects/object-server.ts';

const DIGEST = `sha256:${'c'.repeat(64)}`;

function at(second: number): string {
  return `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
}

function object(kind: string, name: string, metadata: JsonObject, rest: JsonObject): JsonObject {
  const { length } = name;
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind,
    metadata: { name, namespace: 'team', creationTimestamp: at(0), uid: `${kind}-${name}-${length}`, ...metadata },
    ...rest,
  };
}

function build(number: number, status: JsonObject): JsonObject {
  const labels = { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': `${number}` };
  const spec = { tags: ['registry.example/shop'], builder: { image: 'b' }, source: { blob: { url: 'https://x' } } };
  return object('Build', `shop-build-${number}`, { labels, creationTimestamp: at(number) }, { spec, status });
}

function steps(...names: readonly string[]): readonly JsonObject[] {
  return names.map((name, index) => ({ name, startedAt: at(10 + index), finishedAt: at(11 + index), exitCode: 0 }));
}

const SUCCEEDED = { type: 'Succeeded', status: 'True', lastTransitionTime: at(40) };
const FAILED = { type: 'Succeeded', status: 'False', lastTransitionTime: at(40), message: 'no group' };

const BUILDS = [
  build(8, { conditions: [SUCCEEDED], steps: steps('prepare', 'restore', 'export') }),
  build(9, {
    conditions: [SUCCEEDED],
    podName: 'shop-build-9-build-pod',
    latestImage: `registry.example/shop@${DIGEST}`,
    steps: [...steps('prepare', 'restore'), { name: 'export', startedAt: at(12), finishedAt: at(35), exitCode: 0 }],
  }),
  build(10, {
    conditions: [FAILED],
    podName: 'shop-build-10-build-pod',
    failure: {
      reason: 'NothingDetected',
      phase: 'detect',
      exitCode: 20,
      message: 'no group',
      advice: 'Check the sub path.',
      log: ['\u001b[31mno group\u001b[0m', 'the end\u001b]0;title\u0007'],
    },
    steps: [...steps('prepare'), { name: 'detect', startedAt: at(11), finishedAt: at(12), exitCode: 20 }],
  }),
];

const POD: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'shop-build-9-build-pod', namespace: 'team', labels: { 'kpack.io/build': 'shop-build-9' } },
  spec: { containers: ['prepare', 'restore', 'export'].map((name) => ({ name })) },
  status: {
    phase: 'Succeeded',
    containerStatuses: ['prepare', 'restore', 'export'].map((name) => ({
      name,
      state: { terminated: { exitCode: 0 } },
    })),
  },
};

function image(name: string, status: JsonObject): JsonObject {
  return object('Image', name, {}, { spec: { tag: `registry.example/${name}`, builder: { name: 'base' } }, status });
}

const IMAGES = [
  image('shop', {}),
  image('cart', {
    conditions: [{ type: 'Ready', status: 'False', reason: 'BuilderNotFound', message: 'Builder base is missing.' }],
  }),
];

const LOGS = {
  'shop-build-9-build-pod prepare': `${at(10)} fetched\n${at(11)} done\n`,
  'shop-build-9-build-pod restore': `${at(11)} Restoring data for "test/hello:data" from cache\n`,
  'shop-build-9-build-pod export': `${at(12)} Reusing layer 'test/hello:data'\n${at(13)} Adding layer 'test/hello:app'\n`,
};

const WHOLE = `===> PREPARE
fetched
done
===> RESTORE
Restoring data for "test/hello:data" from cache
===> EXPORT
Reusing layer 'test/hello:data'
Adding layer 'test/hello:app'
`;

/** Arguments, standard output, standard error, exit code, and forbidden requests. */
type Case = readonly [args: string, stdout: string, stderr: string, status: number, ...forbidden: readonly string[]];

const KEPT_WARNING =
  'warning: the Pod of Build shop-build-10 was deleted: these are the last lines of detect, from the status\n';
const KEPT = '===> DETECT\nno group\nthe end\n';
const FAILURE = 'error: Build shop-build-10 failed: no group (Check the sub path.)\n';

const CASES: readonly Case[] = [
  ['shop-build-9', WHOLE, '', 0],
  ['shop -b 9', WHOLE, '', 0],
  ['image/shop -b 9 --tail 2', "===> EXPORT\nReusing layer 'test/hello:data'\nAdding layer 'test/hello:app'\n", '', 0],
  ['build/shop-build-9 --tail 4', WHOLE.replace('fetched\n', ''), '', 0],
  ['build/shop-build-9 --tail 0', '', '', 0],
  ['build/shop-build-9 --phase prepare --tail 1', '===> PREPARE\ndone\n', '', 0],
  ['shop', KEPT, KEPT_WARNING + FAILURE, 1],
  ['--last', KEPT, KEPT_WARNING + FAILURE, 1],
  ['shop --last', KEPT, KEPT_WARNING + FAILURE, 1],
  ['shop --phase export', '', FAILURE, 1],
  ['shop -b 8', '', 'error: Build shop-build-8 has finished and its Pod was deleted, so its log no longer exists\n', 1],
  ['shop -b 7', '', 'error: Image shop has no Build 7, only the Builds 8, 9, 10\n', 1],
  ['cart -b 1', '', 'error: Image cart has no Build 1, and no other Build\n', 1],
  [
    'cart',
    '',
    'error: Image cart has no Build yet: Builder base is missing. Add --follow to wait for its first Build\n',
    1,
  ],
  ['shp', '', 'error: builds.kpack.io or images.kpack.io "shp" not found in namespace team (did you mean shop?)\n', 1],
  ['image/shop-build-9', '', 'error: images.kpack.io "shop-build-9" not found in namespace team\n', 1],
  ['build/shop', '', 'error: builds.kpack.io "shop" not found in namespace team\n', 1],
  ['--last -n other', '', 'error: namespace other does not exist\n', 1],
  [
    'image/shop',
    '',
    `error: list builds.kpack.io team: ${denial('list builds')} (check it with: kubectl auth can-i list builds.kpack.io -n team)\n`,
    1,
    'list builds',
  ],
  [
    'image/shop',
    '',
    `error: get images.kpack.io team/shop: ${denial('get images')} (check it with: kubectl auth can-i get images.kpack.io -n team)\n`,
    1,
    'get images',
  ],
];

function denial(what: string): string {
  return `the API server denies the request (403 Forbidden cannot ${what}); grant the account a role that allows it`;
}

describe('taskpack logs', () => {
  const workspace = makeWorkspace();
  let server: ObjectServer | undefined;
  afterEach(async () => server?.stop());
  after(() => workspace.remove());

  async function logs(args: string, forbidden: readonly string[] = []): Promise<Outcome> {
    const objects = { builds: BUILDS, images: IMAGES, pods: [POD], secrets: [], serviceaccounts: [] };
    server = await startObjectServer(workspace.path, objects, forbidden, LOGS);
    return runInProcess(['logs', ...args.split(' '), '--kubeconfig', server.kubeconfig]);
  }

  for (const [args, stdout, stderr, status, ...forbidden] of CASES) {
    it(`prints ${JSON.stringify(stdout.slice(0, 12))} and exits with ${status} for ${args}`, async () => {
      expect(await logs(args, forbidden)).to.deep.equal({ status, stdout, stderr });
    });
  }
});
