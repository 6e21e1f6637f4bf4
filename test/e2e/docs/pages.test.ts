import { createFolderVolume } from '../../cluster/node/folder-claim.ts';
import { git } from '../../cluster/sources/git-repository.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import {
  describePage,
  describePagesSideBySide,
  type PageCase,
  type PageSetting,
  type Reader,
} from '../../support/docs/run-page.ts';
import { tagLifecycleIndex, tagOlderBuilder } from './lifecycle-versions.ts';
import { openShop, TEAM, type Shop } from './shop.ts';

/** Times, ages and digests differ from run to run. */
const VARIES = [/\b(?:\d+[dhms]){1,2}\b/g, /\b\d+ files\b/g, /\bsha256:(?:[0-9a-f]{64}|[0-9a-f]*…)/g];

describe('a reader follows pages on the node', function () {
  let shop: Shop;
  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    shop = await openShop();
  });
  after(async function () {
    this.timeout(180_000);
    await shop?.schedule('uncordon');
    await shop?.close([BOOKS_VOLUME]);
  });

  const page = (name: string, setting: Partial<PageSetting> = {}): PageCase => [
    name,
    { reader, varies: VARIES, ...setting },
  ];

  /** The pages about the Image shop, each after the Builds of the page before. */
  const ofShop = [
    page('docs/how-to/report-a-build.md', {
      before: { 'Keep a page about a Build': async () => shop.opened },
    }),
    page('docs/how-to/debug-a-build.md'),
    page('docs/how-to/read-logs.md', {
      before: { 'Read logs, and see what a Build waits for': async () => shop.release('v3', 3) },
    }),
    page('docs/how-to/see-why-a-build-ran.md', {
      before: { 'See what a Build changed': async () => shop.built('shop-build-3') },
    }),
    page('docs/how-to/build-from-the-command-line.md', {
      before: {
        'Wait in a CI job': (directory) => {
          directory.write({ 'web/hello.txt': 'books\n', 'README.md': 'The shop\n' });
          git(directory.path, 'init', '--quiet');
        },
        // The Build must still run when the reader stops it.
        'Build again, and stop a Build': async () => shop.schedule('cordon'),
      },
      after: { 'taskpack cancel': async () => shop.schedule('uncordon') },
    }),
  ];

  const ofBooks = [
    page('docs/how-to/use-a-build-cache.md', {
      before: {
        'Use a volume': async () => {
          await createFolderVolume(shop.cluster, { name: 'books-cache', namespace: TEAM });
        },
      },
    }),
  ];

  describePagesSideBySide([ofShop, ofBooks]);

  /** The pages that restart the controller. */
  const restarting = [
    page('docs/how-to/run-beside-sidecars.md', {
      before: { 'Self-driving Pods': (directory) => directory.write({ 'build.yaml': build('web', 'base:1') }) },
    }),
    page('docs/how-to/trust-no-builder.md', {
      before: {
        '2. Name a lifecycle image for each version': async () => tagLifecycleIndex(shop.cluster.registry, LIFECYCLE),
        '4. Restart the controller, and check Builds': async () =>
          tagOlderBuilder(shop.cluster.registry, 'builders/base'),
      },
    }),
    page('docs/how-to/run-in-one-container.md', {
      before: { Files: (directory) => directory.write({ 'build.yaml': build('web', 'base:1') }) },
    }),
  ];
  for (const one of restarting) describePage(...one);

  function reader(): Reader {
    const { cluster, commits, gitUrl } = shop;
    const [first = '', second = '', third = ''] = commits;
    const values = {
      'registry.example.com': cluster.registry.address,
      'https://git.example.com': gitUrl,
      'docker.io/buildpacksio/lifecycle': `${cluster.registry.address}/${LIFECYCLE}`,
      'example/java': 'test/hello',
      '7be2d10c5a4f3e2d1c0b9a8f7e6d5c4b3a291807': second,
      '51c0d3e88b1f0c2a9d7e6b5a4c3f2e1d0b9a8c7d': third,
      '0f3c9ab': first.slice(0, 7),
      '7be2d10': second.slice(0, 7),
      '51c0d3e': third.slice(0, 7),
    };
    return { ...commandReader(cluster, { namespace: TEAM, values }), env: shop.images };
  }

  /** Returns the YAML of a Build with a builder image of the shop. */
  function build(name: string, builder: string): string {
    const { address } = shop.cluster.registry;
    return JSON.stringify({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name, namespace: TEAM },
      spec: {
        tags: [`${address}/${name}`],
        builder: { image: `${address}/builders/${builder}` },
        source: { git: { url: `${shop.gitUrl}/cart.git`, revision: 'main' } },
      },
    });
  }
});

/** The repository of the published lifecycle. */
const LIFECYCLE = 'universe/lifecycle';

/** The volume that a test makes for the cache of the Image books. */
const BOOKS_VOLUME = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `${TEAM}-books-cache` } };
