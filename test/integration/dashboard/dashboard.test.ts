import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Cluster } from '../../cluster/cluster.ts';
import { kubeletStandIn } from '../../cluster/kubelet-stand-in.ts';
import { awaitCommand, buildCommand } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { namespaceUser } from '../actions/namespace-user.ts';
import { kpackCluster, kpackPath } from '../crds/kpack-cluster.ts';
import { startApiFaultProxy } from '../kube/fault-proxy.ts';
import { startLogNode, type LogNode } from '../logs/log-node.ts';
import { accessibilityProblems, openContext, startBrowser } from '../report/browser.ts';
import { startDashboard, type DashboardProcess } from './dashboard-process.ts';
import { createShop, type ShopScene } from './shop-scene.ts';
import { PHASES } from './stored-builds.ts';

const NAMESPACE = 'dashboard';

const ATTACK =
  '</span></pre><script>document.title="attacked"</script><img src="https://attacker.example/x" onerror="document.title=\'attacked\'">';

describe('taskpack dashboard in a browser', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  let node: LogNode;
  let scene: ShopScene;
  let dashboard: DashboardProcess;
  let browser: Browser;

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    node = await startLogNode(cluster, 'dashboard-node');
    scene = await createShop(cluster, node, NAMESPACE);
    dashboard = await start();
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await dashboard?.stop();
    // Controllers of other tests on this API server would work on these objects.
    for (const namespace of [NAMESPACE, 'dashboard-other']) {
      for (const plural of ['images', 'builds', 'sourceresolvers', 'builders']) {
        await cluster.client.send('DELETE', `/apis/kpack.io/v1alpha2/namespaces/${namespace}/${plural}`);
      }
    }
    await node?.stop();
  });

  const looks: readonly (readonly [title: string, options: BrowserContextOptions])[] = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['at the width of a phone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ];
  const pages: readonly (readonly [place: string, text: string])[] = [
    ['#/images', 'payments'],
    ['#/builds', 'shop-build-12'],
    ['#/queue', 'shop-build-12'],
    ['#/builders', 'base'],
    [`#/image/${NAMESPACE}/shop`, 'The longest took 95s'],
    [`#/build/${NAMESPACE}/shop-build-12`, "Running 'npm ci"],
    [`#/build/${NAMESPACE}/payments-build-1`, 'ERESOLVE could not resolve'],
    [`#/builder/${NAMESPACE}/base`, 'example/node-engine'],
  ];
  for (const [title, options] of looks) {
    it(`is accessible and fits its window on every page: ${title}`, async () => {
      await withPage(options, async (page) => {
        for (const [place, text] of pages) {
          await page.goto(`${dashboard.origin}/${place}`);
          await page.getByText(text).first().waitFor();
          expect(await accessibilityProblems(page), place).to.deep.equal([]);
          const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect(await page.evaluate(overflow), place).to.equal(0);
        }
      });
    });
  }

  it('keeps the token out of the address, and shows the same in another tab', async () => {
    await withPage({}, async (page, context) => {
      await page.getByRole('link', { name: 'payments', exact: true }).waitFor();
      expect(page.url()).to.equal(`${dashboard.origin}/`);
      const other = await context.newPage();
      await other.goto(`${dashboard.origin}/#/build/${NAMESPACE}/payments-build-1`);
      await other.getByText('ERESOLVE could not resolve').waitFor();
    });
  });

  it('says what failed, who can act and what to try, without values that may be secret', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${dashboard.origin}/#/images`);
      await page.getByRole('link', { name: 'payments', exact: true }).click();
      await page.getByRole('link', { name: 'payments-build-1' }).last().click();
      const failure = page.getByRole('region', { name: 'Failure' });
      expect(await failure.innerText()).to.match(
        /Responsible\s+the author of the Build\s+Advice\s+Read the last lines/,
      );
      await page.getByText('BP_NODE_VERSION=22').waitFor();
      expect(await page.content())
        .to.include('NPM_TOKEN')
        .and.not.include('never-shown');
      expect(await page.title()).to.equal(`${NAMESPACE}/payments-build-1 - taskpack`);
    });
  });

  it('filters lists, and keeps the filter in the address', async () => {
    await withPage({}, async (page) => {
      await page.getByRole('link', { name: 'Builds' }).click();
      await page.getByLabel('State').selectOption('Failed');
      await page.getByLabel('Filter').fill('shop COMMIT');
      await page.getByText('2 rows').waitFor();
      expect(await rowNames(page)).to.deep.equal(['shop-build-10', 'shop-build-4']);
      expect(page.url()).to.include('#/builds?text=shop+COMMIT&state=failed');
      await page.reload();
      await page.getByText('2 rows').waitFor();
      await page.getByLabel('Filter').fill('nothing has this');
      await page.getByText('Nothing matches the filter.').waitFor();
    });
  });

  it('runs nothing of hostile texts and logs, and requests nothing from other hosts', async () => {
    const { client } = cluster;
    const hostile = await client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'hostile', namespace: NAMESPACE, annotations: { 'image.kpack.io/reason': ATTACK } },
      spec: {
        tags: ['registry.example/hostile'],
        builder: { image: 'registry.example/builder' },
        source: { git: { url: 'https://git.example/hostile.git', revision: ATTACK } },
        env: [{ name: 'NAME', value: ATTACK }],
      },
    });
    const pod = await client.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'hostile-build-pod', namespace: NAMESPACE, labels: { 'kpack.io/build': 'hostile' } },
      spec: {
        nodeName: node.name,
        restartPolicy: 'Never',
        containers: [{ name: 'build', image: 'registry.example/x' }],
      },
    });
    const log = node.log(pod.metadata.name, 'build');
    log.write(
      ATTACK,
      '\u001b]8;;https://attacker.example\u0007link\u001b[2J',
      '\u202eright to left',
      'x'.repeat(2_000_000),
      'the end',
    );
    log.end();
    await kubeletStandIn(client, pod).start();
    await kubeletStandIn(client, pod)
      .terminate('build', 1)
      .catch(() => undefined);
    await writeStatus(hostile, {
      podName: pod.metadata.name,
      conditions: [{ type: 'Succeeded', status: 'False', reason: ATTACK, message: ATTACK }],
      failure: { reason: ATTACK, message: ATTACK, advice: ATTACK, phase: 'build', log: [ATTACK] },
    });
    const seen: string[] = [];
    await withPage(
      {},
      async (page) => {
        for (const place of ['#/builds', `#/build/${NAMESPACE}/hostile`]) {
          await page.goto(`${dashboard.origin}/${place}`);
          await page.getByText('attacker.example').first().waitFor();
        }
        await page.getByText('the end', { exact: true }).waitFor();
        expect(await page.title()).to.equal(`${NAMESPACE}/hostile - taskpack`);
        expect(await page.locator('img, script:not([src="/page.js"])').count()).to.equal(0);
        await page.getByText('\\u202eright to left').waitFor();
        const longest =
          'Math.max(...[...document.querySelectorAll(".lines span")].map((line) => line.textContent.length))';
        expect(await page.evaluate(longest)).to.equal(10_000);
      },
      (page) => {
        page.on('request', (request) => seen.push(request.url()));
        page.on('console', (message) => seen.push(message.text()));
        page.on('pageerror', (error) => seen.push(error.message));
      },
    );
    expect(seen.filter((text) => !text.startsWith(`${dashboard.origin}/`))).to.deep.equal([]);
  });

  it('grows with a Build: its row, its waterfall and its log, until it ends', async () => {
    const { running, log, finish } = scene;
    await withPage({}, async (page) => {
      await page.goto(`${dashboard.origin}/#/build/${NAMESPACE}/${running.metadata.name}`);
      const times = page.getByRole('region', { name: 'Times' });
      const buildRow = times.getByRole('row', { name: /^build / });
      const first = await buildRow.innerText();
      await until(page, async () => (await buildRow.innerText()) !== first);
      log.write(...Array.from({ length: 300 }, (_, index) => `added ${index} packages`));
      await page.getByText('added 299 packages').waitFor();
      const isAtEnd = 'document.querySelector(".log-pane .log").scrollTop > 1000';
      expect(await page.evaluate(isAtEnd)).to.equal(true);
      await page.evaluate('document.querySelector(".log-pane .log").scrollTop = 0');
      await page.getByRole('button', { name: 'Follow the end', pressed: false }).waitFor();
      log.write('added the last package');
      await page.getByText('added the last package').waitFor();
      expect(await page.evaluate('document.querySelector(".log-pane .log").scrollTop')).to.equal(0);
      await page.evaluate('document.querySelector(".log-pane .log").scrollTop = 500');
      await setHidden(page, true);
      await setHidden(page, false);
      log.write('added after the page was hidden');
      await page.getByText('added after the page was hidden').waitFor();
      expect(await page.evaluate('document.querySelector(".log-pane .log").scrollTop')).to.equal(500);
      await page.getByRole('button', { name: 'Follow the end', pressed: false }).waitFor();
      await finish();
      await page.getByText('Succeeded').first().waitFor();
      await page.getByRole('region', { name: 'Result' }).getByText('registry.example/shop@sha256:').waitFor();
      expect(await times.getByRole('row').count()).to.be.greaterThan(PHASES.length);
    });
  });

  it('adds, changes and removes rows', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${dashboard.origin}/#/builds`);
      await page.getByRole('link', { name: 'shop-build-11' }).waitFor();
      const build = await createBuild('appears');
      const row = page.getByRole('row', { name: /appears/ });
      await row.getByText('Waiting').waitFor();
      await writeStatus(build, { conditions: [{ type: 'Succeeded', status: 'True' }] });
      await row.getByText('Succeeded').waitFor();
      const next = "document.activeElement.closest('[data-index]')?.querySelector('a').textContent";
      await page.getByRole('link', { name: 'appears' }).focus();
      await cluster.client.send('DELETE', kpackPath(build));
      await row.waitFor({ state: 'detached' });
      const [first] = await rowNames(page);
      expect(await page.evaluate(next)).to.equal(first);
    });
  });

  it('gives nothing to a service worker that another program left on the port', async () => {
    const { port } = new URL(dashboard.origin);
    const hosts = [
      dashboard.origin,
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `http://x.localhost:${port}`,
    ];
    await withPage({}, async (page, context) => {
      expect(await dashboard.stop()).to.equal(0);
      const thief = await startWorkerServer(Number(port));
      for (const host of hosts) {
        await page.goto(host);
        await page.getByText('the worker is active').waitFor();
      }
      await thief.close();
      dashboard = await start('--port', port);
      expect(hosts).not.to.include(dashboard.origin);
      // The worker answers at the old addresses, which is how it would take a token.
      await page.goto(`${hosts[1]}/#token=secret`);
      await page.getByText('the worker got #token=secret').waitFor();
      const own = await context.newPage();
      await own.goto(dashboard.address);
      await own.getByRole('link', { name: 'payments', exact: true }).waitFor();
      expect(await own.evaluate('navigator.serviceWorker.controller === null')).to.equal(true);
      const registered = `navigator.serviceWorker.register('/page.js').then(() => 'registered', () => 'refused')`;
      expect(await own.evaluate(registered)).to.equal('refused');
    });
  });

  it('asks for the new address after the command was started again', async () => {
    const { port } = new URL(dashboard.origin);
    await withPage({}, async (page) => {
      await page.goto(`${dashboard.origin}/#/builds`);
      await page.getByRole('link', { name: 'shop-build-11' }).waitFor();
      expect(await dashboard.stop()).to.equal(0);
      await page.getByText('The dashboard does not answer.').waitFor();
      expect(await rowNames(page)).to.include('shop-build-11');
      dashboard = await start('--port', port);
      await page.getByText('The server refuses the token of this page.').waitFor();
      // The page keeps what it shows. The new address is another origin, to which the old page has no access.
      expect(await rowNames(page)).to.include('shop-build-11');
      await page.goto(dashboard.address);
      await page.goto(`${dashboard.origin}/#/builds`);
      await page.getByRole('link', { name: 'shop-build-11' }).waitFor();
    });
  });

  it('asks again if an answer does not come', async () => {
    await withPage({}, async (page) => {
      await page.clock.install();
      await page.route('**', (route) => (route.request().resourceType() === 'fetch' ? undefined : route.continue()));
      await page.reload();
      await page.getByRole('link', { name: 'Builds' }).first().click();
      await page.clock.fastForward(41_000);
      await page.getByText('The dashboard does not answer.').waitFor();
      await page.unrouteAll();
      await page.clock.fastForward(1_000);
      await page.getByRole('link', { name: 'shop-build-11' }).waitFor();
    });
  });

  it('says that the API server does not answer, and goes on when it does', async () => {
    const proxy = await startApiFaultProxy(cluster.client.address.server, cluster.certificates);
    const workspace = makeWorkspace();
    const config = readFileSync(cluster.kubeconfig, 'utf8').replaceAll(cluster.client.address.server, proxy.url);
    workspace.write({ kubeconfig: config });
    const cut = await startDashboard('-n', NAMESPACE, '--kubeconfig', path.join(workspace.path, 'kubeconfig'));
    try {
      await withPage(
        {},
        async (page) => {
          await page.goto(`${cut.origin}/#/builds`);
          await page.getByRole('link', { name: 'shop-build-11' }).waitFor();
          proxy.inject({ fault: { kind: 'reset' }, times: Infinity });
          proxy.cut();
          await page.getByText('The dashboard tries again.').first().waitFor();
          expect(await rowNames(page)).to.include('shop-build-11');
          const build = await createBuild('during-outage');
          proxy.clear();
          await page.getByRole('link', { name: 'during-outage' }).waitFor();
          await page.getByText('The dashboard tries again.').first().waitFor({ state: 'detached' });
          await cluster.client.send('DELETE', kpackPath(build));
        },
        undefined,
        cut.address,
      );
    } finally {
      await cut.stop();
      await proxy.stop();
      workspace.remove();
    }
  });

  it('shows all namespaces, and filters by namespace', async () => {
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'dashboard-other' } });
    await createBuild('elsewhere', 'dashboard-other');
    const all = await startDashboard('-A', '--kubeconfig', cluster.kubeconfig);
    try {
      await withPage(
        {},
        async (page) => {
          await page.goto(`${all.origin}/#/builds`);
          await page.getByRole('heading', { name: 'Builds in all namespaces' }).waitFor();
          await page.getByLabel('Filter').fill('dashboard');
          await page.getByRole('link', { name: `${NAMESPACE}/shop-build-11` }).waitFor();
          await page.getByLabel('Namespace').selectOption('dashboard-other');
          await page.getByText('1 row', { exact: true }).waitFor();
          await page.getByRole('link', { name: 'dashboard-other/elsewhere' }).click();
          await page.getByText('waits for a controller that runs Builds').waitFor();
        },
        undefined,
        all.address,
      );
    } finally {
      await all.stop();
    }
  });

  it('sends a small script', async () => {
    await withPage({}, async (page) => {
      const script = await page.evaluate<string>(`fetch('/page.js').then((response) => response.text())`);
      expect(gzipSync(script).length).to.be.lessThan(30_000);
    });
  });

  it('shows what a user may see, and says what the user may not list', async () => {
    const user = await namespaceUser(cluster, NAMESPACE, 'reader', [
      { apiGroups: ['kpack.io'], resources: ['builds'], verbs: ['get', 'list', 'watch'] },
    ]);
    const limited = await startDashboard('--kubeconfig', user.kubeconfig);
    try {
      await withPage(
        {},
        async (page) => {
          await page.goto(`${limited.origin}/#/builds`);
          await page.getByRole('link', { name: 'payments-build-1' }).waitFor();
          const hint = `kubectl auth can-i list images.kpack.io -n ${NAMESPACE}`;
          await page.getByText(`You may not list images.kpack.io in ${NAMESPACE} (check it with: ${hint}).`).waitFor();
          await page.getByRole('link', { name: 'payments-build-1' }).click();
          await page.getByText('ERESOLVE could not resolve').waitFor();
          await page.getByText('You may not list pods in dashboard').waitFor();
          const build = await createBuild('without-pod');
          await writeStatus(build, {
            podName: 'without-pod-build-pod',
            conditions: [{ type: 'Succeeded', status: 'Unknown' }],
            steps: [{ name: 'build', startedAt: '2026-01-01T00:00:00Z' }],
          });
          await page.goto(`${limited.origin}/#/build/${NAMESPACE}/without-pod`);
          await page.getByText('Running build').waitFor();
          expect(await page.locator('.summary').innerText()).to.not.include('waits for');
          await page.goto(`${limited.origin}/#/image/${NAMESPACE}/shop`);
          await page.getByText('kubectl auth can-i get images.kpack.io').waitFor();
        },
        undefined,
        limited.address,
      );
    } finally {
      await limited.stop();
      user.remove();
    }
  });

  it('fails as other commands do without a cluster, and with a port that is taken', async () => {
    const { port } = new URL(dashboard.origin);
    const taken = await awaitCommand(['dashboard', '--port', port, '--kubeconfig', cluster.kubeconfig]);
    expect(taken).to.deep.equal({ status: 1, stdout: '', stderr: `error: --port ${port}: address already in use\n` });
    const { status, stdout, stderr } = await awaitCommand(['dashboard', '--kubeconfig', '/nothing']);
    expect([status, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.match(/^error: \/nothing/);
  });

  async function start(...args: readonly string[]): Promise<DashboardProcess> {
    return startDashboard('-n', NAMESPACE, '--kubeconfig', cluster.kubeconfig, ...args);
  }

  async function createBuild(name: string, namespace = NAMESPACE) {
    return cluster.client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name, namespace },
      spec: {
        tags: ['registry.example/shop'],
        builder: { image: 'registry.example/builder' },
        source: { blob: { url: 'https://example.com/source.zip' } },
      },
    });
  }

  async function writeStatus(object: Parameters<typeof kpackPath>[0], status: object): Promise<void> {
    await cluster.client.send('PATCH', `${kpackPath(object)}/status`, { status }, 'application/merge-patch+json');
  }

  async function withPage(
    options: BrowserContextOptions,
    work: (page: Page, context: BrowserContext) => Promise<void>,
    prepare: (page: Page) => void = () => undefined,
    address = dashboard.address,
  ): Promise<void> {
    const context = await openContext(browser, options);
    try {
      const page = await context.newPage();
      prepare(page);
      await page.goto(address);
      await work(page, context);
    } finally {
      await context.close();
    }
  }
});

function scriptPage(script: string): string {
  return `<!doctype html><body></body><script>${script}</script>`;
}

/** A program of another user of this machine. Each page installs a service worker, which then answers for the page's origin. */
async function startWorkerServer(port: number): Promise<{ readonly close: () => Promise<void> }> {
  const theft = scriptPage("document.body.textContent = 'the worker got ' + location.hash");
  const worker = `
    oninstall = () => skipWaiting();
    onactivate = (event) => event.waitUntil(clients.claim());
    onfetch = (event) => event.respondWith(new Response(${JSON.stringify(theft)}, { headers: { 'content-type': 'text/html' } }));`;
  const install = scriptPage(
    "navigator.serviceWorker.register('/w.js').then(() => navigator.serviceWorker.ready).then(() => { document.body.textContent = 'the worker is active'; })",
  );
  const server = createServer((request, response) => {
    const isScript = request.url === '/w.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? worker : install);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Acts as a browser whose user shows another tab. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

/** Returns the names in the visible rows of a list. */
async function rowNames(page: Page): Promise<readonly string[]> {
  return page.getByRole('rowheader').getByRole('link').allInnerTexts();
}

async function until(page: Page, condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await page.waitForTimeout(100);
}
