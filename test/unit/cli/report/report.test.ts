import { expect } from 'chai';
import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { runInProcess, type Outcome } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { someBuild, succeeded } from '../../insight/views/some-objects.ts';

const BUILD = someBuild({ conditions: [succeeded('True')] });
const OTHER = someBuild({}, { name: 'other-build-1' });

async function report(...args: readonly string[]): Promise<Outcome> {
  return runInProcess(['report', ...args, '--offline']);
}

describe('taskpack report --from', () => {
  const workspace = makeWorkspace();
  before(() =>
    workspace.write({
      'build.json': JSON.stringify(BUILD),
      'two.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [BUILD, OTHER] }),
      'empty.json': '',
      'image.json': JSON.stringify({ ...BUILD, kind: 'Image' }),
      'build.log':
        '===> DETECT\none\n===> not a phase\n\u001b[31mtwo\u001b[0m\n===> BUILD\nhttps://user:word@git.example.com\n',
    }),
  );
  after(() => workspace.remove());

  const at = (file: string): string => path.join(workspace.path, file);

  it('writes the page to standard output, and says what it lacks', async () => {
    const { status, stdout, stderr } = await report('--from', at('build.json'));
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout)
      .to.match(/^<!doctype html>/)
      .and.include('The log: add it with --log.');
  });

  it('shows the beginning of a long line, which a browser would draw for seconds', async () => {
    workspace.write({ 'long.log': `===> BUILD\n${'x'.repeat(1_000_000)}\n` });
    const { stdout } = await report('--from', at('build.json'), '--log', at('long.log'));
    expect(stdout.match(/x{100,}/g)?.map(({ length }) => length)).to.deep.equal([9999]);
  });

  it('reads standard input', async () => {
    const { stdout } = await runInProcess(['report', '--from', '-', '--offline'], { stdin: JSON.stringify(BUILD) });
    expect(stdout).to.include('Build team/shop-build-2');
  });

  it('takes one of several Builds by name', async () => {
    expect((await report('other-build-1', '--from', at('two.json'))).stdout).to.include('Build team/other-build-1');
  });

  it('divides a log at the headings of phases, and masks credentials', async () => {
    const { stdout } = await report('--from', at('build.json'), '--log', at('build.log'));
    expect(stdout).to.match(/<strong>detect<\/strong> <span class="muted">3 lines/);
    expect(stdout).to.include('<span>===&gt; not a phase</span>').and.include('<span>two</span>');
    expect(stdout).to.include('https://***@git.example.com');
  });

  it('replaces a file as a whole, and leaves none behind if that fails', async () => {
    const file = at('page.html');
    expect(await report('--from', at('build.json'), '-o', file)).to.deep.equal({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(file, 'utf8')).to.match(/<\/html>\n$/);
    const before = readdirSync(workspace.path);
    const bad = await report('--from', at('build.json'), '-o', workspace.path);
    expect(bad.status).to.equal(1);
    expect(bad.stderr).to.include(`error: --output ${workspace.path}: `);
    expect(readdirSync(workspace.path)).to.deep.equal(before);
    expect(
      readdirSync(path.dirname(workspace.path)).filter((name) => name.startsWith(`${path.basename(workspace.path)}.`)),
    ).to.deep.equal([]);
  });

  it('writes through a link, and into a pipe, which both stay', async () => {
    writeFileSync(at('linked.html'), '');
    symlinkSync('linked.html', at('link.html'));
    execFileSync('mkfifo', [at('pipe')]);
    await report('--from', at('build.json'), '-o', at('link.html'));
    expect(readFileSync(at('linked.html'), 'utf8')).to.match(/<\/html>\n$/);
    expect(lstatSync(at('link.html')).isSymbolicLink()).to.equal(true);
    const reader = spawn('cat', [at('pipe')]);
    await report('--from', at('build.json'), '-o', at('pipe'));
    expect(await text(reader.stdout)).to.match(/<\/html>\n$/);
    expect(lstatSync(at('pipe')).isFIFO()).to.equal(true);
  });

  const refused: readonly (readonly [args: readonly string[], status: number, message: string])[] = [
    [[], 2, 'name a Build, or use --from with a file'],
    [['x', '--log', 'y'], 2, "option '--log <file>' has no effect without --from"],
    [
      ['--from', 'two.json'],
      1,
      '--from: the files have several Builds (shop-build-2, other-build-1): name one of them',
    ],
    [['x', '--from', 'two.json'], 1, '--from: the files have no Build x, only shop-build-2, other-build-1'],
    [['--from', 'image.json'], 1, '--from: the files have no Build'],
    [['--from', 'empty.json'], 1, '--from: the files have no Build'],
    [['--from', 'build.json', '--log', 'missing.log'], 1, 'missing.log: no such file or directory'],
    [
      ['--from', 'build.json', '-n', 'team'],
      2,
      "option '--from <file>' cannot be used with option '-n, --namespace <name>'",
    ],
  ];
  for (const [args, status, message] of refused) {
    it(`refuses ${args.join(' ')}`, async () => {
      const outcome = await report(...args.map((arg) => (/\.(?:json|log)$/.test(arg) ? at(arg) : arg)));
      expect(outcome).to.deep.include({ status, stdout: '' });
      expect(outcome.stderr).to.include(message);
    });
  }
});
