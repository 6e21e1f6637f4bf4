import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { runInProcess } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { accessibilityProblems, openContext, startBrowser } from './browser.ts';

const ATTACK =
  '</span></pre><script>document.title="attacked"</script><img src="https://attacker.example/x" onerror="document.title=\'attacked\'">';

const FAILED = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Build',
  metadata: {
    name: 'shop-build-10',
    namespace: 'team',
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': '10' },
    annotations: { 'image.kpack.io/reason': 'COMMIT' },
  },
  spec: {
    tags: ['registry.example.com/shop'],
    builder: { image: 'registry.example.com/builder', ref: { kind: 'ClusterBuilder', name: 'base' } },
    source: { git: { url: 'https://git.example.com/shop.git', revision: '7be2d10c5a4f3e2d1c0b9a8f7e6d5c4b3a291807' } },
    env: [{ name: 'BP_NAME', value: ATTACK }],
  },
  status: {
    backend: 'native',
    conditions: [{ type: 'Succeeded', status: 'False', reason: 'Failed', lastTransitionTime: '2026-01-01T00:00:41Z' }],
    steps: [
      { name: 'prepare', startedAt: '2026-01-01T00:00:09Z', finishedAt: '2026-01-01T00:00:12Z', exitCode: 0 },
      { name: 'analyze', startedAt: '2026-01-01T00:00:13Z', finishedAt: '2026-01-01T00:00:15Z', exitCode: 0 },
      { name: 'detect', startedAt: '2026-01-01T00:00:15Z', finishedAt: '2026-01-01T00:00:41Z', exitCode: 20 },
      { name: 'build' },
    ],
    failure: {
      reason: 'NothingDetected',
      phase: 'detect',
      exitCode: 20,
      actor: 'user',
      message: 'Error: Container detect terminated',
      advice: "Check the source's sub path.",
      log: ['\u001b[31mERROR: No buildpack groups passed detection.\u001b[0m', ATTACK],
    },
  },
};

const BUILDER = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'ClusterBuilder',
  metadata: { name: 'base' },
  status: {
    order: [
      {
        group: [
          { id: 'example/java', version: '1.0.0' },
          { id: 'example/extra', version: '2.0.0', optional: true },
        ],
      },
      { group: [{ id: 'example/node', version: '3.1.0' }] },
    ],
  },
};

const LOG = `===> PREPARE
fetching the source
===> DETECT
fail: example/java@1.0.0
skip: example/extra@2.0.0
${ATTACK}
needle one
needle two
`;

describe('taskpack report in a browser', function () {
  this.timeout(120_000);
  let workspace: Workspace;
  let browser: Browser;
  let file: string;

  before(async () => {
    workspace = makeWorkspace();
    const list = { apiVersion: 'v1', kind: 'List', items: [FAILED, BUILDER] };
    workspace.write({ 'build.json': JSON.stringify(list), 'build.log': LOG });
    file = path.join(workspace.path, 'build.html');
    const from = [
      `--from=${path.join(workspace.path, 'build.json')}`,
      `--log=${path.join(workspace.path, 'build.log')}`,
    ];
    expect(await runInProcess(['report', ...from, '--offline', '-o', file])).to.deep.equal({
      status: 0,
      stdout: '',
      stderr: '',
    });
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    workspace?.remove();
  });

  const views: readonly (readonly [title: string, options: BrowserContextOptions])[] = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['at the width of a phone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ];
  for (const [title, options] of views) {
    it(`is accessible and fits its window: ${title}`, async () => {
      await withPage(options, async (page) => {
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overflow)).to.equal(0);
      });
    });
  }

  it('requests nothing, and runs nothing of a hostile log', async () => {
    const requests: string[] = [];
    const errors: string[] = [];
    await withPage(
      {},
      async (page) => {
        expect(await page.title()).to.equal('Build team/shop-build-10: Failed');
        expect(await page.locator('img').count()).to.equal(0);
        expect(await page.getByText('attacker.example').count()).to.be.greaterThan(2);
      },
      (page) => {
        page.on('request', (request) => requests.push(request.url()));
        page.on('console', (message) => errors.push(message.text()));
        page.on('pageerror', (error) => errors.push(error.message));
      },
    );
    expect(requests).to.deep.equal([pathToFileURL(file).href]);
    expect(errors).to.deep.equal([]);
  });

  it('says what happened, who can act and what to try, before everything else', async () => {
    await withPage({}, async (page) => {
      const failure = page.getByRole('region', { name: 'Failure' });
      const text = await failure.innerText();
      expect(text).to.match(
        /Cause\s+No group of buildpacks.*Responsible\s+the author of the Build\s+Advice\s+Check the source's sub path\./s,
      );
      expect(await page.getByRole('heading', { level: 2 }).first().innerText()).to.equal('Failure');
    });
  });

  it('shows the order with the result of each buildpack', async () => {
    await withPage({}, async (page) => {
      const text = await page.getByRole('region', { name: 'Buildpacks' }).innerText();
      expect(text).to.match(
        /Group 1 did not pass\s+example\/java 1\.0\.0\s+failed: it does not support this source\s+example\/extra 2\.0\.0 \(optional\)\s+skipped/,
      );
    });
  });

  it('searches the log with the keyboard', async () => {
    await withPage({}, async (page) => {
      await page.getByLabel('Search the log').fill('NEEDLE');
      const status = page.getByRole('status');
      expect(await status.innerText()).to.equal('2 lines');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      expect(await status.innerText()).to.equal('Line 2 of 2');
      expect(await page.locator('.now').innerText()).to.equal('needle two');
      await page.getByLabel('Search the log').fill('fetching');
      await page.keyboard.press('Enter');
      expect(await page.locator('.now').isVisible()).to.equal(true);
    });
  });

  it('shows the log without a script', async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      expect(await page.getByText('needle one').isVisible()).to.equal(true);
      expect(await page.getByLabel('Search the log').isVisible()).to.equal(false);
    });
  });

  it('is small', () => {
    expect(readFileSync(file).length).to.be.lessThan(20_000);
  });

  async function withPage(
    options: BrowserContextOptions,
    work: (page: Page) => Promise<void>,
    prepare: (page: Page) => void = () => undefined,
  ): Promise<void> {
    const context = await openContext(browser, options);
    try {
      const page = await context.newPage();
      prepare(page);
      await page.goto(pathToFileURL(file).href);
      await work(page);
    } finally {
      await context.close();
    }
  }
});
