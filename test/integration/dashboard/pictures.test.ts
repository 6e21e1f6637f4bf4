import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { Cluster } from '../../cluster/cluster.ts';
import { buildCommand, ROOT, runCommand } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { startLogNode, type LogNode } from '../logs/log-node.ts';
import { openDashboard, type DashboardBrowser } from './dashboard-browser.ts';
import { createShop, type ShopScene } from './shop-scene.ts';
import { terminalPage } from './terminal-page.ts';

const NAMESPACE = 'team';

/** `npm run pictures` sets the variable. */
const WRITES_PICTURES = process.env['PICTURES'] === 'write';

describe('the pictures of the documentation', function () {
  this.timeout(120_000);
  let workspace: Workspace;
  let cluster: Cluster;
  let node: LogNode;
  let scene: ShopScene;
  let shown: DashboardBrowser;

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    workspace = makeWorkspace();
    cluster = await kpackCluster();
    node = await startLogNode(cluster, 'pictures-node');
    scene = await createShop(cluster, node, NAMESPACE);
    shown = await openDashboard(cluster.kubeconfig, NAMESPACE);
  });
  after(async () => {
    await shown?.close();
    await node?.stop();
    workspace?.remove();
  });

  it('show a Build that runs, its Image and all Builds in the dashboard', async () => {
    const page = await shown.browser.newPage({ viewport: { width: 960, height: 760 } });
    await page.goto(shown.dashboard.address);
    const places = [
      ['dashboard-build', `#/build/${NAMESPACE}/shop-build-12`, "Running 'npm ci"],
      ['dashboard-image', `#/image/${NAMESPACE}/shop`, 'The longest took 95s'],
      ['dashboard-builds', '#/builds', 'shop-build-12'],
    ] as const;
    for (const [name, place, text] of places) {
      await page.goto(`${shown.dashboard.origin}/${place}`);
      await page.getByText(text).first().waitFor();
      await takePicture(name, page);
    }
    await page.close();
  });

  it('show the report of a failed Build', async () => {
    const file = path.join(workspace.path, 'report.html');
    const args = ['report', 'payments-build-1', '-n', NAMESPACE, '--offline', '-o', file];
    expect(runCommand([...args, '--kubeconfig', cluster.kubeconfig]).stderr).to.equal('');
    const page = await shown.browser.newPage({ viewport: { width: 900, height: 620 } });
    await page.goto(pathToFileURL(file).href);
    await page.getByText('npm error ERESOLVE').waitFor();
    await takePicture('report', page);
    await page.close();
  });

  it('show the log of a Build in a terminal', async () => {
    await scene.finish();
    const command = 'taskpack logs shop-build-12';
    const output = await inTerminal(['logs', 'shop-build-12', '-n', NAMESPACE, '--kubeconfig', cluster.kubeconfig]);
    expect(output)
      .to.include('added 412 packages')
      .and.match(/completion +\ds/);
    const page = await shown.browser.newPage({ viewport: { width: 900, height: 900 } });
    await page.setContent(terminalPage(command, output));
    await takePicture('logs', page.locator('pre'));
    await page.close();
  });
});

/** Runs the command with a terminal of 90 columns, which decides colours and widths. */
async function inTerminal(args: readonly string[]): Promise<string> {
  const command = [process.execPath, path.join(ROOT, 'dist/bundle/taskpack.cjs'), ...args].join(' ');
  const env = { PATH: process.env['PATH'], TERM: 'xterm-256color' };
  // The test's own servers answer the command, so this process must not wait for it.
  const { stdout } = await promisify(execFile)('script', ['-qec', `stty cols 90; ${command}`, '/dev/null'], { env });
  return stdout;
}

/** Takes a picture, and writes it if that is wanted. Pictures are small, because every clone has them. */
async function takePicture(name: string, shown: Page | Locator): Promise<void> {
  const picture = await shown.screenshot({ animations: 'disabled' });
  expect(picture.length).to.be.within(10_000, 120_000);
  if (WRITES_PICTURES) writeFileSync(path.join(ROOT, `docs/images/${name}.png`), picture);
}
