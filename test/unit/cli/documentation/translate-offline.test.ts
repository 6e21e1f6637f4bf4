import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { awaitShell, buildCommand, ROOT, type Outcome } from '../../../support/command.ts';
import { SAMPLE } from '../../../support/sample.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';
import { consoleExamples, outputPattern, type ConsoleExample } from './console-examples.ts';

const PAGE = 'docs/how-to/translate-offline.md';

/** Commands that need a registry or a cluster. The files that they write are in the workspace. */
const NEEDS_SERVERS: readonly string[] = [
  'taskpack inspect paketobuildpacks/builder-jammy-base:0.4.400 > facts.yaml',
  'kubectl get clusterbuilder base -o yaml > builder.yaml',
  `taskpack inspect "$(kubectl get clusterbuilder base -o jsonpath='{.status.latestImage}')" > facts.yaml`,
  'taskpack diff -f build.yaml -f facts.yaml --offline --to pod',
];

const FILES = {
  'build.yaml': SAMPLE.build,
  'facts.yaml': SAMPLE.facts,
  'builds/build.yaml': SAMPLE.build,
  ...Object.fromEntries(['image.yaml', 'builder.yaml', 'buildpacks.yaml'].map((name) => [name, fileOfPage(name)])),
};

/** Files of sections whose text describes another `build.yaml` than the sample. */
const FILES_OF_SECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Images, and Builds that name a builder': {
    'build.yaml': SAMPLE.build.replace(/image: paketobuildpacks.*/, 'ref: { kind: ClusterBuilder, name: base }'),
  },
};

const EXAMPLES = consoleExamples(readFileSync(path.join(ROOT, PAGE), 'utf8'));
const SECTIONS = [...new Set(EXAMPLES.map(({ section }) => section))];

describe(PAGE, () => {
  const workspaces: Workspace[] = [];
  const outcomes = new Map<ConsoleExample, Promise<Outcome>>();
  before(() => {
    buildCommand();
    // The sections run side by side. The commands of a section run one after the other, because they share files.
    for (const section of SECTIONS) {
      const workspace = makeWorkspace();
      workspaces.push(workspace);
      workspace.write({ ...FILES, ...FILES_OF_SECTIONS[section] });
      let last: Promise<unknown> = Promise.resolve();
      for (const example of EXAMPLES.filter((each) => each.section === section && !needsServers(each))) {
        // The page shows what a terminal shows: both streams, in the order of the writes.
        const script = `exec 2>&1\n${example.command}`;
        const outcome = last.then(async () => awaitShell(script, { cwd: workspace.path }));
        outcomes.set(example, outcome);
        last = outcome;
      }
    }
  });
  after(() => {
    for (const workspace of workspaces) workspace.remove();
  });

  it('has the commands that need servers', () => {
    expect(EXAMPLES.filter(needsServers).map(({ command }) => command)).to.deep.equal(NEEDS_SERVERS);
  });

  for (const example of EXAMPLES.filter((each) => !needsServers(each))) {
    it(`line ${example.line}: ${example.command}`, async () => {
      const outcome = await outcomes.get(example);
      expect(outcome?.status, outcome?.stdout).to.equal(0);
      if (example.output.length > 0) expect(outcome?.stdout).to.match(outputPattern(example.output));
    });
  }
});

function needsServers({ command }: ConsoleExample): boolean {
  return NEEDS_SERVERS.includes(command);
}

function fileOfPage(name: string): string {
  return readFileSync(path.join(import.meta.dirname, 'translate-offline', name), 'utf8');
}
