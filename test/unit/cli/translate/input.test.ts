import { expect } from 'chai';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_IMAGES, runInProcess, type Outcome } from '../../../support/command.ts';
import { SAMPLE, sampleBuild, SAMPLE_SURROUNDINGS } from '../../../support/sample.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

const NOTHING = { 'surroundings.yaml': SAMPLE_SURROUNDINGS };

/** Runs the command in the current directory. */
async function translate(args: readonly string[], stdin: string | Buffer = ''): Promise<Outcome> {
  return runInProcess(['translate', ...args], { stdin, env: DEFAULT_IMAGES });
}

/** Returns the names of the translated Builds, in order. */
async function buildsOf(args: readonly string[], stdin?: string): Promise<readonly string[]> {
  const run = await translate(['-o', 'name', ...args], stdin);
  expect(run).to.include({ status: 0, stderr: '' });
  return [...run.stdout.matchAll(/^taskrun\.tekton\.dev\/(.*)-build$/gm)].map(([, name = '']) => name);
}

/** Returns the errors of rejected input, and checks that nothing else is printed. */
async function problemsOf(args: readonly string[], stdin?: Buffer): Promise<readonly string[]> {
  const run = await translate(args, stdin);
  expect(run).to.include({ status: 1, stdout: '' });
  return run.stderr.trimEnd().split('\n');
}

describe('the input of taskpack translate', () => {
  const directory = process.cwd();
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
    process.chdir(workspace.path);
  });
  afterEach(() => {
    process.chdir(directory);
    workspace.remove();
  });

  it('can be several files, read in the given order', async () => {
    workspace.write({ ...NOTHING, 'a.yaml': sampleBuild('a'), 'b.yaml': sampleBuild('b') });
    expect(await buildsOf(['-f', 'b.yaml', '-f', 'surroundings.yaml', '--filename', 'a.yaml'])).to.deep.equal([
      'b',
      'a',
    ]);
  });

  it('can name a file again, which is read once with a warning', async () => {
    workspace.write({ ...NOTHING, 'in/a.yaml': sampleBuild('a') });
    const files = ['-f', 'surroundings.yaml', '-f', 'in', '-f', './in/a.yaml'];
    const run = await translate(['-o', 'name', ...files]);
    expect(run).to.include({
      status: 0,
      stderr: 'warning: ./in/a.yaml is given more than once with -f, and is read once. Remove the other -f\n',
    });
    expect(run.stdout).to.include('taskrun.tekton.dev/a-build\n');
  });

  it('can be a directory: YAML and JSON files sorted by name, without subdirectories', async () => {
    workspace.write({
      'in/z.yml': SAMPLE_SURROUNDINGS,
      'in/b.yaml': sampleBuild('b'),
      'in/a.json': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
      'in/notes.txt': '}',
      'in/below/c.yaml': sampleBuild('c'),
      'in/c.yaml/not-a-file': '',
    });
    expect(await buildsOf(['-f', 'in'])).to.deep.equal(['b']);
  });

  it('includes subdirectories with -R, but not linked directories', async () => {
    workspace.write({
      'in/z.yml': SAMPLE_SURROUNDINGS,
      'in/m/b.yaml': sampleBuild('b'),
      'in/a.yaml': sampleBuild('a'),
    });
    workspace.write({ 'in/m/deep/er/c.yaml': sampleBuild('c') });
    symlinkSync('..', path.join(workspace.path, 'in/m/deep/circle'));
    expect(await buildsOf(['-R', '-f', 'in/'])).to.deep.equal(['a', 'b', 'c']);
  });

  it('can be standard input and files', async () => {
    workspace.write(NOTHING);
    expect(await buildsOf(['-f', '-', '-f', 'surroundings.yaml'], sampleBuild('from-stdin'))).to.deep.equal([
      'from-stdin',
    ]);
  });

  it('is rejected with a message for each unreadable path', async () => {
    workspace.write({ 'empty/notes.txt': '', 'empty/sub/a.yaml': '', 'binary.yaml': Buffer.from([0x61, 0, 0x62]) });
    workspace.write({
      'latin1.yaml': Buffer.from([0x6b, 0x3a, 0x20, 0xe9]),
      'good.yaml': `${SAMPLE.build}---\n${SAMPLE.facts}`,
    });
    symlinkSync('nowhere', path.join(workspace.path, 'dangling.yaml'));
    symlinkSync('loop.yaml', path.join(workspace.path, 'loop.yaml'));
    const paths = [
      'missing.yaml',
      'empty',
      'binary.yaml',
      'latin1.yaml',
      'dangling.yaml',
      'loop.yaml',
      '-',
      '-',
      '',
      'good.yaml',
    ];
    expect(await problemsOf(paths.flatMap((file) => ['-f', file]))).to.have.members([
      'error: -f -: standard input can be read only once. Remove the second -f -',
      'error: -f "": the name is empty. Write a file or directory, or - for standard input',
      'error: missing.yaml: no such file or directory',
      'error: empty: no *.yaml, *.yml or *.json file in this directory. Add -R to read subdirectories',
      'error: binary.yaml: not valid UTF-8 text',
      'error: latin1.yaml: not valid UTF-8 text',
      'error: dangling.yaml: no such file or directory',
      'error: loop.yaml: too many symbolic links encountered',
    ]);
  });

  it('is rejected with the path of an unreadable file in a directory', async () => {
    workspace.write({ 'in/b.yaml': Buffer.from([0xff, 0xfe]), 'in/sub/notes.txt': '' });
    symlinkSync('.', path.join(workspace.path, 'in/a.yaml'));
    expect(await problemsOf(['-f', 'in'])).to.deep.equal([
      'error: in/a.yaml: illegal operation on a directory',
      'error: in/b.yaml: not valid UTF-8 text',
    ]);
    expect(await problemsOf(['-R', '-f', 'in/sub'])).to.deep.equal([
      'error: in/sub: no *.yaml, *.yml or *.json file in this directory or its subdirectories',
    ]);
  });

  it('is rejected with advice if it is UTF-16, as Windows PowerShell writes it', async () => {
    const text = Buffer.from('\uFEFFkind: List\n', 'utf16le');
    workspace.write({ 'little.yaml': text, 'big.yaml': Buffer.from(text).swap16() });
    expect(await problemsOf(['-f', 'little.yaml', '-f', 'big.yaml'])).to.deep.equal([
      'error: little.yaml: not valid UTF-8 text, but UTF-16. Save the file as UTF-8',
      'error: big.yaml: not valid UTF-8 text, but UTF-16. Save the file as UTF-8',
    ]);
  });

  it('is rejected if standard input is binary', async () => {
    expect(await problemsOf(['-f', '-'], Buffer.from([0x1f, 0x8b, 0x08, 0x00]))).to.deep.equal([
      'error: <stdin>: not valid UTF-8 text',
    ]);
  });

  it('is rejected with the problems of readable files besides those of unreadable files', async () => {
    workspace.write({ 'bad.yaml': sampleBuild('bad').replace('  tags:', '  tagz:'), 'broken.yaml': 'a: [1\nb: }' });
    const problems = await problemsOf(['-f', 'bad.yaml', '-f', 'missing.yaml', '-f', 'broken.yaml']);
    expect(problems[0]).to.equal('error: missing.yaml: no such file or directory');
    expect(problems[1]).to.match(/^error: broken\.yaml:\d+:\d+ /);
    expect(problems.slice(2).join('\n')).to.match(/^error: bad\.yaml:\d+:\d+ .*tags/m);
    expect(problems.filter((line) => !line.startsWith('error: '))).to.deep.equal([]);
  });

  it('gives the objects of all files but those that cannot be parsed with -R, and exits with 1', async () => {
    workspace.write({ 'in/app.yaml': sampleBuild('app'), 'in/surroundings.yaml': SAMPLE_SURROUNDINGS });
    const args = ['-R', '-f', 'in', '-o', 'name'];
    const whole = await translate(args);
    expect(whole).to.include({ status: 0, stderr: '' });
    workspace.write({ 'in/broken.yaml': 'apiVersion: [1\nb: }' });
    const rest = await translate(args);
    expect(rest).to.include({ status: 1, stdout: whole.stdout });
    expect(rest.stderr).to.match(/^error: in\/broken\.yaml:\d+:\d+ .*\n$/);
    expect(await problemsOf([...args, '--strict'])).to.have.length(1);
    workspace.write({ 'in/app.yaml': '' });
    expect(await problemsOf(['-R', '-f', 'in', '-o', 'json'])).to.have.length(1);
  });

  it('is reported in one line per problem, even if the problem quotes line breaks', async () => {
    workspace.write({ 'a\nb.yaml': 'a: [' });
    const problems = await problemsOf(['-f', 'a\nb.yaml', '-f', 'mis\u001bsing\n.yaml']);
    expect(problems).to.have.length(2);
    expect(problems[0]).to.equal('error: mis\\u001bsing\\n.yaml: no such file or directory');
  });
});
