import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { readDocuments } from '../../../src/cli/input.ts';
import { translateDocuments } from '../../../src/cli/translate/translate-documents.ts';
import { formatProblem, translateOptions } from '../../../src/index.ts';
import { SAMPLE } from '../../support/sample.ts';

const DEPLOYMENT = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: d }\n';

describe('a repository read with -R', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'taskpack-'));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  function write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
  }

  async function translated(
    recursive: boolean,
    strict = false,
  ): Promise<{ readonly problems: readonly string[]; readonly count: number }> {
    const read = await readDocuments([directory], recursive, Readable.from([]));
    const { problems, manifests } = translateDocuments(read, translateOptions({ strict }));
    const lines = problems.map((each) => `${each.severity}: ${formatProblem(each)}`.replaceAll(`${directory}/`, ''));
    return { problems: lines, count: [...manifests].length };
  }

  const build = `${SAMPLE.build}---\n${SAMPLE.facts}`;
  const repository = {
    'app/build.yaml': build,
    'app/deployment.yaml': `${DEPLOYMENT}---\n${DEPLOYMENT.replace('name: d', 'name: e')}`,
    'chart/Chart.yaml': 'apiVersion: v2\nname: app\n',
    'chart/values.yaml': 'replicas: 1\n---\nlist\n',
    'package.json': '{ "name": "app" }',
    'list.json': '[1, 2]',
  };
  const summary =
    '-R: skipped 5 documents without apiVersion and kind (in chart/Chart.yaml, chart/values.yaml, list.json, package.json), and 2 objects of other kinds (Deployment)';

  it('gives its Builds, and one line about the rest', async () => {
    write(repository);
    const { problems, count } = await translated(true);
    expect(problems.filter((line) => line.includes('skipped'))).to.deep.equal([`warning: ${summary}`]);
    expect(problems.filter((line) => line.startsWith('error'))).to.deep.equal([]);
    expect(count).to.be.greaterThan(0);
  });

  it('leaves out templates whose actions are in quotes, and says to render them', async () => {
    const template = SAMPLE.build.replace(/^( *name: ).*$/m, '$1"{{ .Release.Name }}"');
    expect(template).to.include('{{');
    write({ 'app/build.yaml': build, 'chart/templates/build.yaml': template });
    const { problems, count } = await translated(true);
    expect(problems.filter((line) => line.startsWith('error'))).to.have.length(1);
    expect(problems.join('\n')).to.match(
      /error: chart\/templates\/build\.yaml:\d+:\d+ metadata\.name: \{\{ begins an action of a template; render the template first/,
    );
    expect(count).to.be.greaterThan(0);
  });

  it('skips a named pipe with a warning', async () => {
    write({ 'app/build.yaml': build });
    execFileSync('sh', ['-c', 'mkfifo app/pipe.yaml'], { cwd: directory });
    const { problems, count } = await translated(true);
    expect(problems).to.include('warning: -R: skipped app/pipe.yaml, which is a named pipe');
    expect(count).to.be.greaterThan(0);
  });

  it('skips the patches of Kustomize, which have only some fields of a Build, but no resource', async () => {
    const patch =
      'apiVersion: kpack.io/v1alpha2\nkind: Build\nmetadata: { name: sample }\nspec: { tags: [r.example.com/app] }\n';
    write({
      'base/build.yaml': build,
      'base/kustomization.yaml': 'resources: [build.yaml]\n',
      'prod/kustomization.yaml':
        'resources: [../base]\npatches: [{ path: one.yaml }, { patch: "a: 1\\nb: 2" }]\npatchesStrategicMerge: [./two.yaml]\n',
      'prod/one.yaml': patch,
      'prod/two.yaml': patch,
    });
    const { problems, count } = await translated(true);
    expect(problems.filter((line) => line.startsWith('error'))).to.deep.equal([]);
    expect(problems.filter((line) => line.includes('skipped'))).to.deep.equal([
      "warning: -R: skipped 2 of Kustomize's patches (in prod/one.yaml, prod/two.yaml), and 2 documents without apiVersion and kind (in base/kustomization.yaml, prod/kustomization.yaml)",
    ]);
    expect(count).to.be.greaterThan(0);
    write({ 'prod/three.yaml': patch });
    expect((await translated(true)).problems.join('\n')).to.include('three.yaml');
  });

  it('is refused with --strict', async () => {
    write(repository);
    const { problems, count } = await translated(true, true);
    expect(problems).to.include(`error: ${summary}`);
    expect(count).to.equal(0);
  });

  const knative = 'apiVersion: build.knative.dev/v1alpha1\nkind: Build\nmetadata: { name: k }\n';

  for (const [title, more] of [
    ['the summary', {}],
    ['a file that cannot be parsed', { 'broken.yaml': 'apiVersion: [1\nb: }\n' }],
  ] as const) {
    it(`names Builds of other programs with --strict, beside ${title}`, async () => {
      write({ ...repository, ...more, 'knative.yaml': knative });
      const { problems, count } = await translated(true, true);
      expect(problems.filter((line) => line.startsWith('error: knative.yaml:1:13 apiVersion: '))).to.have.length(1);
      expect(problems).to.include(`error: ${summary}`);
      expect(count).to.equal(0);
    });
  }

  it('gives its Builds beside a file that cannot be parsed, and the error of that file', async () => {
    write({ ...repository });
    const { count } = await translated(true);
    write({ 'chart/templates/build.yaml': '{{ if .x }}\n', 'latin.yaml': '\0' });
    const beside = await translated(true);
    expect(beside.count).to.equal(count);
    expect(beside.problems.filter((line) => line.startsWith('error: '))).to.deep.equal([
      'error: chart/templates/build.yaml:1:1 is not valid YAML: {{ begins an action of a template; render the template first, for example with "helm template", and read its output',
      'error: latin.yaml: not valid UTF-8 text',
    ]);
    for (const [recursive, strict] of [
      [true, true],
      [false, false],
    ] as const) {
      expect((await translated(recursive, strict)).count).to.equal(0);
    }
  });

  it('skips files that cannot be parsed and hold no object, such as JSON with comments', async () => {
    write({ ...repository });
    const { count } = await translated(true);
    const settings = {
      'tsconfig.json':
        '{\n  "strict": true, /* all: checks */\n  // "noEmit": true, /* no files */\n  "target": "es2022",\n}\n',
      'b.yml': 'a: [',
    };
    write(settings);
    const beside = await translated(true);
    expect(beside.problems.filter((line) => line.startsWith('error: '))).to.deep.equal([]);
    const skipped = '-R: skipped 2 files without apiVersion that cannot be parsed (b.yml, tsconfig.json), and';
    expect(beside.problems.filter((line) => line.startsWith(`warning: ${skipped} `))).to.have.length(1);
    expect(beside.count).to.equal(count);
    const strict = await translated(true, true);
    expect(strict.problems.filter((line) => line.startsWith(`error: ${skipped} `))).to.have.length(1);
    expect(strict.count).to.equal(0);
    expect((await translated(false)).problems.join('\n')).to.include('tsconfig.json:');
  });

  for (const text of [
    '{ "apiVersion": "v1" /* a: comment */ "kind": "Other" }',
    'kind: Build\nspec: [\n',
    '{ "kind" : "Image" /* a: comment */ "spec": 1 }',
    '"kind": \'Builder\'\nspec: [\n',
    'a: [\nb: kpack.io/v1alpha2',
    'apiversion: [\n',
    '{{ include "library.build" . }}\n',
  ]) {
    it(`reports the error of a file that may hold an object: ${JSON.stringify(text)}`, async () => {
      write({ 'a.yaml': build, 'broken.json': text });
      const { problems } = await translated(true);
      expect(problems.filter((line) => line.startsWith('error: broken.json:'))).to.have.length(1);
      expect(problems.filter((line) => line.includes('skipped'))).to.deep.equal([]);
    });
  }

  it('gives nothing if a file that can be parsed has an error too', async () => {
    write({ ...repository, 'broken.yaml': 'apiVersion: [', 'bad.yaml': 'apiVersion: kpack.io/v1alpha2\n' });
    const { problems, count } = await translated(true);
    expect(count).to.equal(0);
    expect(problems.filter((line) => line.startsWith('error: '))).to.have.length(2);
  });

  it('still has errors for objects of own kinds without a type', async () => {
    write({
      'a.yaml': build,
      'b.yaml': 'kind: Secret\nmetadata: { name: s }\n',
      'c.yaml': 'apiVersion: kpack.io/v1alpha2\n',
    });
    expect((await translated(true)).problems).to.deep.equal([
      'error: b.yaml:1:1 apiVersion: missing field(s)',
      'error: c.yaml:1:1 kind: missing field(s)',
    ]);
  });

  it('names the group of a foreign kind that has the name of an own kind', async () => {
    write({ 'a.yaml': build, 'b.yaml': 'apiVersion: shipwright.io/v1beta1\nkind: Build\nmetadata: { name: s }\n' });
    expect((await translated(true)).problems).to.include(
      'warning: -R: skipped 1 object of other kinds (Build of shipwright.io)',
    );
  });

  it('has no summary if all its objects are needed', async () => {
    write({ 'a.yaml': build });
    expect((await translated(true)).problems.filter((line) => line.includes('skipped'))).to.deep.equal([]);
  });

  it('names at most five files and kinds', async () => {
    const kinds = 'abcdefg'.split('').map((letter) => DEPLOYMENT.replace('Deployment', `Kind${letter}`));
    write({ 'a.yaml': build, 'b.yaml': kinds.join('---\n') });
    expect((await translated(true)).problems.filter((line) => line.includes('skipped'))).to.deep.equal([
      'warning: -R: skipped 7 objects of other kinds (Kinda, Kindb, Kindc, Kindd, Kinde and 2 more)',
    ]);
  });

  it('is refused without -R, as single files are', async () => {
    write({ 'a.yaml': build, 'values.yaml': 'replicas: 1\n' });
    expect((await translated(false)).problems).to.deep.equal([
      'error: values.yaml:1:1 apiVersion: missing field(s)',
      'error: values.yaml:1:1 kind: missing field(s)',
    ]);
  });
});

describe('a file that cannot be parsed', () => {
  it('does not make the documents of other files useless', () => {
    const { documents } = {
      documents: [{ value: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } } }],
    };
    const problem = { severity: 'error', paths: [[]], message: 'is not valid YAML' } as const;
    const { problems } = translateDocuments({ documents, problems: [problem] }, translateOptions());
    expect(problems).to.deep.equal([problem]);
  });
});
