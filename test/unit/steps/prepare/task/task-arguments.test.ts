import { expect } from 'chai';
import { StepError } from '../../../../../src/core/model/step-failures/step-error.ts';
import { readTaskArguments, type TaskArguments } from '../../../../../src/steps/prepare/task/task-arguments.ts';
import { taskInputs } from '../../../../../src/steps/prepare/task/task-inputs.ts';
import { taskResults } from '../../../../../src/steps/prepare/task/prepare-task.ts';

const LEAST = ['-task=build', '-inputs=/i', '-image=r.example/app', '-builder=r.example/builder', '-source=/s'];

const BUILDER = { image: 'r.example/builder@sha256:0', uid: 1001, gid: 1000, platformApi: '0.9', runImage: undefined };

const LIMITS = { bytes: 2 ** 20, entries: 100 };

function read(...args: readonly string[]): TaskArguments {
  return readTaskArguments([...LEAST, ...args]);
}

function inputs(...args: readonly string[]): ReturnType<typeof taskInputs> {
  return taskInputs(read(...args), { builder: 'r.example/builder', runImage: 'r.example/run', sourceLimits: LIMITS });
}

function sentence(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof StepError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing';
}

describe("prepare: a Task's parameters", () => {
  it('are absent if they are empty', () => {
    const empty = ['-run-image=', '-tags=', '-sub-path=', '-credentials=', '-platform-api='];
    expect(read(...empty)).to.deep.equal(read());
    expect(inputs()).to.deep.equal({
      version: 1,
      tags: ['r.example/app'],
      runImage: 'r.example/run',
      builder: { image: 'r.example/builder' },
      application: {
        source: { kind: 'directory', path: '/s' },
        sourceLimits: LIMITS,
        environment: [],
      },
      credentials: { source: [], registry: [], imagePull: [], trustUnknownSshHosts: true },
      completion: { signing: [], signatureAnnotations: [] },
    });
  });

  it('name no execution environment if it is the default', () => {
    expect(read('-exec-env=production')).to.deep.equal(read());
    expect(read('-exec-env=test').execEnv).to.equal('test');
  });

  it('keep variables unchanged', () => {
    const values = ['', 'a=b=c', '-task=rebase', '--', 'two\nlines\n', ' $(params.X) ', 'Grüße 👋'];
    const entries = values.map((value, index) => `V${index}=${value}`);
    expect(inputs('--', ...entries, '').application?.environment).to.deep.equal(
      values.map((value, index) => ({ name: `V${index}`, value })),
    );
  });

  for (const entry of ['NAME', '=value', 'secret of more than twenty letters']) {
    it(`refuse the variable ${JSON.stringify(entry)}`, () => {
      const said = sentence(() => inputs('--', entry));
      expect(said).to.match(/^VariableInvalid: an entry of ENV_VARS is not NAME=value/);
      expect(said).not.to.contain('letters');
    });
  }

  it('have one value if they have two names', () => {
    expect(read('-run-image=', '-run-image=r.example/run').runImage).to.equal('r.example/run');
    expect(read('-run-image=r.example/run', '-run-image=r.example/run').runImage).to.equal('r.example/run');
    expect(sentence(() => read('-run-image=r.example/a', '-run-image=r.example/b'))).to.equal(
      'InputsUnusable: RUN_IMAGE or CNB_RUN_IMAGE is given twice with different values, "r.example/a" and "r.example/b": give only one',
    );
  });

  it('use the process type that is not the default, even if it is empty', () => {
    expect(read('-process-type=web', '-process-type=web').processType).to.equal('web');
    expect(read('-process-type=web', '-process-type=worker').processType).to.equal('worker');
    expect(read('-process-type=', '-process-type=web').processType).to.equal('');
    expect(sentence(() => read('-process-type=', '-process-type=worker'))).to.contain(
      'PROCESS_TYPE or CNB_PROCESS_TYPE is given twice with different values, "" and "worker"',
    );
  });

  it('accept tags separated by commas, spaces or newlines', () => {
    expect(inputs('-tags=r.example/app:1, r.example/app:2\nr.example/app:3').tags).to.deep.equal([
      'r.example/app',
      'r.example/app:1',
      'r.example/app:2',
      'r.example/app:3',
    ]);
  });

  for (const [flag, words] of [
    ['-tags=r.example/App', 'TAGS: "r.example/App" is not a valid image tag'],
    [
      '-tags=r.example/app:2,other.example/app',
      'TAGS: "other.example/app" must be in r.example, the registry of APP_IMAGE',
    ],
    ['-source-commit=c0ffee', 'SOURCE_COMMIT needs SOURCE_URL'],
    ['-source-revision=main', 'SOURCE_REVISION needs SOURCE_URL'],
    ['-cache-image=-x', '"-x" is not a valid image reference'],
    ['-previous-image=r.example/$(x)', '"r.example/$(x)" is not a valid image reference'],
    ['-unknown=1', 'unknown flag --unknown'],
    ['-insecure-registries=r.example', 'CNB_INSECURE_REGISTRIES is not supported'],
  ] as const) {
    it(`are refused: ${flag}`, () => {
      expect(sentence(() => inputs(flag))).to.contain(`InputsUnusable: ${words}`);
    });
  }

  it('record the origin of the source', () => {
    const origin = ['-source-url=https://g.example/a', '-source-revision=main', '-source-commit=c0ffee'];
    expect(inputs(...origin).application?.source).to.deep.include({
      origin: { url: 'https://g.example/a', revision: 'main', commit: 'c0ffee' },
    });
  });

  it('have no application for a rebase', () => {
    const args = readTaskArguments([
      '-task=rebase',
      '-inputs=/i',
      '-image=r.example/app',
      '-builder=r.example/builder',
    ]);
    const { application } = taskInputs(args, {
      builder: 'r.example/builder',
      runImage: 'r.example/run',
      sourceLimits: LIMITS,
    });
    expect(application).to.equal(undefined);
  });

  it('have results with the defaults of empty parameters', () => {
    expect(taskResults(read(), BUILDER, inputs())).to.deep.equal({
      'platform-api': '0.9',
      'run-image': 'r.example/run',
      'cache-image': '',
      'previous-image': 'r.example/app',
      'process-type': 'web',
      'skip-restore': 'false',
      tags: '["r.example/app"]',
    });
    const given = [
      '-skip-restore=True',
      '-process-type=worker',
      '-previous-image=r.example/old',
      '-tags=r.example/tag',
    ];
    expect(taskResults(read(...given), BUILDER, inputs(...given))).to.deep.include({
      'skip-restore': 'true',
      'process-type': 'worker',
      'previous-image': 'r.example/old',
      tags: '["r.example/app","r.example/tag"]',
    });
    expect(sentence(() => taskResults(read('-skip-restore=yes'), BUILDER, inputs()))).to.contain(
      'must be true or false',
    );
  });

  it('contain the facts of the builder that the Task was generated for', () => {
    const known = [
      '-builder-uid=1001',
      '-builder-gid=1000',
      '-builder-platform-api=0.10',
      '-builder-run-image=r.example/r',
    ];
    expect(read(...known).knownBuilder).to.deep.equal({
      uid: 1001,
      gid: 1000,
      platformApi: '0.10',
      runImage: 'r.example/r',
    });
  });
});
