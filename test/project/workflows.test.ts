import { expect } from 'chai';
import { load } from 'js-yaml';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/command.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>
  >;
}

const FOLDER = path.join(ROOT, '.github/workflows');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
);

describe("GitHub's workflows", () => {
  for (const file of readdirSync(FOLDER)) {
    const text = readFileSync(path.join(FOLDER, file), 'utf8');
    const workflow = load(text) as Workflow;
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

    it(`pin the actions of ${file} by the digest of a commit, and name its version`, () => {
      const lines = text.split('\n').filter((line) => /\buses:/.test(line));
      expect(lines).to.have.length(steps.filter(({ uses }) => uses !== undefined).length);
      for (const line of lines) expect(line).to.match(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });

    it(`give ${file} no right to write, except the job that uploads a release`, () => {
      const granted = [
        ['', workflow.permissions] as const,
        ...Object.entries(workflow.jobs).map(([job, { permissions }]) => [job, permissions ?? {}] as const),
      ].flatMap(([job, permissions = { all: 'write' }]) =>
        Object.entries(permissions).flatMap(([scope, right]) =>
          right === 'read' ? [] : [`${job} ${scope}: ${right}`],
        ),
      );
      expect(granted).to.deep.equal(file === 'release.yml' ? ['publish contents: write'] : []);
    });

    it(`run only scripts of package.json in ${file}`, () => {
      const names = steps.flatMap(({ run = '' }) =>
        Array.from(run.matchAll(/npm run ([\w:]+)/g), ([, name = '']) => name),
      );
      expect(names.filter((name) => scripts[name] === undefined)).to.deep.equal([]);
    });
  }
});
