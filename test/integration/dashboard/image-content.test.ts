import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Cluster } from '../../cluster/cluster.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { buildCommand } from '../../support/command.ts';
import { namespaceUser, type NamespaceUser } from '../actions/namespace-user.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { accessibilityProblems } from '../report/browser.ts';
import { builtImage, createBuilt } from '../report/built-image.ts';
import { openDashboard, type DashboardBrowser } from './dashboard-browser.ts';

const NAMESPACE = 'dashboard-image';

const SUMMARY = 'Layers and packages, from the registry';

describe('the image of a Build in taskpack dashboard', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('none');
  let cluster: Cluster;
  let user: NamespaceUser;
  let shown: DashboardBrowser;

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    user = await namespaceUser(cluster, NAMESPACE, 'reader', [
      { apiGroups: ['kpack.io'], resources: ['builds'], verbs: ['get', 'list', 'watch'] },
    ]);
    const target = { url: registry().url, repository: 'team/shop' };
    const image = (digest: string): string => `${registry().address}/team/shop@${digest}`;
    const previous = image(await pushImage(builtImage('one'), target, '1'));
    const built = image(await pushImage(builtImage('two'), target, '2'));
    await createBuilt(cluster, { namespace: NAMESPACE, name: 'built' }, { built, previous });
    const lost = `${registry().address}/team/lost@sha256:${'0'.repeat(64)}`;
    await createBuilt(cluster, { namespace: NAMESPACE, name: 'lost' }, { built: lost });
    shown = await openDashboard(user.kubeconfig, NAMESPACE);
  });
  after(async () => {
    await shown?.close();
    user?.remove();
  });

  const looks: readonly (readonly [title: string, options: BrowserContextOptions])[] = [
    ['a wide window', { colorScheme: 'light' }],
    ['the dark width of a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
  ];
  for (const [title, options] of looks) {
    it(`is read from the registry when the keyboard opens its section, in ${title}`, async () => {
      const work = async (page: Page): Promise<void> => {
        const requests: string[] = [];
        page.on('request', (request) => requests.push(new URL(request.url()).pathname));
        const content = `/api/builds/${NAMESPACE}/built/layers`;
        await page.getByText(SUMMARY).focus();
        expect(requests).not.to.include(content);
        await page.keyboard.press('Enter');
        const layers = page.getByRole('region', { name: 'Layers' });
        expect(await layers.innerText()).to.match(
          /The image has 3 layers of .* are new; the previous image has the other layers\./,
        );
        expect(await layers.getByRole('row', { name: /application/ }).innerText()).to.match(/\bnew\b/);
        expect(await layers.getByRole('row', { name: /run image/ }).innerText()).to.match(/\breused\b/);
        await page.getByText('1 packages in the software bill of materials').press('Enter');
        await page.getByRole('row', { name: /left-pad\s+1\.3\.0\s+a\/node/ }).waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overflow)).to.equal(0);
        await page.getByText(SUMMARY).press('Enter');
        await page.getByText(SUMMARY).press('Enter');
        expect(requests.filter((path) => path === content)).to.have.length(1);
      };
      await shown.withPage(`#/build/${NAMESPACE}/built`, work, options);
    });
  }

  it('that cannot be read is a sentence, and the page shows the rest', async () => {
    await shown.withPage(`#/build/${NAMESPACE}/lost`, async (page) => {
      await page.getByText(SUMMARY).click();
      await page.getByText(/^The layers and packages of the image: .*team\/lost/).waitFor();
      await page.getByRole('region', { name: 'Inputs' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    });
    expect(shown.dashboard.errors()).not.to.include('Error');
  });
});
