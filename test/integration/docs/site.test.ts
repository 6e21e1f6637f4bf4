import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

/** VitePress fails on a page that it cannot compile, and on a link to a page that does not exist. */
describe('npm run docs -- build', function () {
  this.timeout(300_000);
  const workspace = makeWorkspace();
  after(() => workspace.remove());

  before(async () => {
    const args = ['scripts/docs.mjs', 'build', '--output', workspace.path, '--base', '/taskpack/'];
    await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  });

  const page = (name: string): string => readFileSync(path.join(workspace.path, name), 'utf8');

  it('writes the pages, with their files of the repository as links to it', () => {
    expect(page('how-to/limit-builds.html')).to.include('Limit how many Builds run at once');
    expect(page('how-to/build-in-a-pipeline.html')).to.include('/blob/main/tasks/buildpacks/README.md"');
  });

  it('writes the list of all pages as the home page, below the path of the site', () => {
    expect(page('index.html')).to.include('href="/taskpack/tutorials/first-build"');
  });

  it('gives headings the anchors that links of other pages name', () => {
    const [, anchor = ''] = /install-the-controller#(4[^"]*)"/.exec(page('reference/settings.html')) ?? [];
    expect(anchor).to.equal('4-change-settings');
    expect(page('how-to/install-the-controller.html')).to.include(`id="${anchor}"`);
  });

  it('prints the braces of a template as text', () => {
    expect(page('how-to/rebuild-on-push.html')).to.match(/\{\{.*\.data\.key/);
  });
});
