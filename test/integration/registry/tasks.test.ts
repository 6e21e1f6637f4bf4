import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { ROOT, type Outcome } from '../../support/command.ts';
import { someBuilder, type SomeBuilder } from '../steps/prepare/some-builder.ts';
import { knownRegistry } from './known-registry.ts';

interface Task {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly params: readonly { readonly name: string; readonly default?: unknown }[];
    readonly steps: readonly {
      readonly name: string;
      readonly image: string;
      readonly imagePullPolicy: string;
      readonly args: readonly string[];
      readonly env?: readonly { readonly name: string; readonly value: string }[];
      readonly securityContext: object;
    }[];
  };
}

function taskOf({ stdout, stderr, status }: Outcome): Task {
  expect([stderr, status]).to.deep.equal(['', 0]);
  return parseYaml(stdout, 'stdout').documents[0]?.value as unknown as Task;
}

function isMadeFor(task: Task, image: string, platformApi = '0.9'): void {
  const { params, steps } = task.spec;
  expect(params.map(({ name }) => name)).not.to.include.oneOf([
    'BUILDER_IMAGE',
    'CNB_BUILDER_IMAGE',
    'CNB_PLATFORM_API',
  ]);
  for (const { name, securityContext, env = [], ...step } of steps) {
    expect(securityContext, name).to.include({ runAsUser: 1001, runAsGroup: 1000 });
    if (name === 'prepare' || name === 'completion') continue;
    expect(step.image, name).to.equal(image);
    expect(env, name).to.deep.include({ name: 'CNB_PLATFORM_API', value: platformApi });
  }
  expect(steps[0]?.args).to.include.members([
    `-builder=${image}`,
    '-builder-uid=1001',
    '-builder-gid=1000',
    `-builder-platform-api=${platformApi}`,
    '-builder-run-image=r.example/run:1',
  ]);
}

describe('taskpack tasks', () => {
  const registry = knownRegistry();

  async function push(
    repository: string,
    of: Partial<SomeBuilder> = {},
  ): Promise<{ readonly name: string; readonly pinned: string }> {
    const image = someBuilder({ runImage: 'r.example/run:1', ...of });
    const name = await registry().push(image, repository);
    return { name, pinned: `${name}@${image.manifest.digest}` };
  }

  function tasks(args: readonly string[], stdin = '', env: Readonly<Record<string, string>> = {}): Outcome {
    return registry().run(['tasks', ...args], { stdin, env });
  }

  it('prints the published Task for any builder', () => {
    const published = readFileSync(path.join(ROOT, 'tasks/buildpacks/buildpacks.yaml'), 'utf8');
    const { stdout } = tasks([]);
    expect(stdout).to.equal(published.replace(/^#.*\n/, ''));
    expect(JSON.parse(tasks(['-o', 'json']).stdout)).to.deep.equal(taskOf(tasks([])));
  });

  it('prints a Task for a builder in a registry', async () => {
    const { name, pinned } = await push('builder');
    const task = taskOf(tasks(['--builder', name, '--name', 'build.mine', '--steps-image', 'r.example/steps']));
    isMadeFor(task, pinned);
    expect(task.metadata.name).to.equal('build.mine');
    expect(task.spec.params.at(-1)).to.include({ name: 'STEPS_IMAGE', default: 'r.example/steps' });
    isMadeFor(taskOf(tasks(['--builder', name], '', { MAXIMUM_PLATFORM_API_VERSION: '0.8' })), pinned, '0.7');
  });

  it('prints a Task for a builder of a cluster, and asks the registry about it', async () => {
    const { pinned } = await push('of-a-cluster');
    const builder = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'ClusterBuilder',
      metadata: { name: 'base' },
      spec: {
        tag: 'r.example/builder',
        stack: { kind: 'ClusterStack', name: 'base' },
        serviceAccountRef: { name: 'builder', namespace: 'builds' },
      },
      status: { latestImage: pinned },
    };
    isMadeFor(taskOf(tasks(['-f', '-'], JSON.stringify(builder))), pinned);
    const { stderr, status } = tasks(['-f', '-'], JSON.stringify({ ...builder, status: {} }));
    expect(status).to.equal(1);
    expect(stderr).to.contain(
      'ClusterBuilder base has no status.latestImage. Use the object from the cluster, which has a status',
    );
  });

  it('asks no registry if there are ImageFacts', async () => {
    const { name, pinned } = await push('known');
    const facts = path.join(registry().folder, 'facts.yaml');
    writeFileSync(facts, registry().run(['inspect', name]).stdout);
    isMadeFor(taskOf(tasks(['--builder', name, '-f', facts], '', { DOCKER_CONFIG: '/none' })), pinned);
  });

  it('warns of a builder without a known digest, and pulls the builder each time', () => {
    const facts = {
      apiVersion: 'taskpack.dev/v1alpha1',
      kind: 'ImageFacts',
      image: 'r.example/builder:1',
      uid: 1001,
      gid: 1000,
      stackId: 'some.stack',
      lifecycle: { apis: { platform: { supported: ['0.9'] } } },
      runImage: { image: 'r.example/run:1' },
    };
    const outcome = tasks(['--builder', 'r.example/builder:1', '-f', '-'], JSON.stringify(facts));
    expect(outcome.stderr).to.equal(
      'warning: the digest of r.example/builder:1 is unknown: if the tag moves during a build, its phases run different images; name the image by digest\n',
    );
    const task = taskOf({ ...outcome, stderr: '' });
    isMadeFor(task, 'r.example/builder:1');
    const policies = task.spec.steps.map(({ imagePullPolicy }) => imagePullPolicy);
    expect([policies[0], policies.at(-1)]).to.deep.equal(['IfNotPresent', 'IfNotPresent']);
    expect(new Set(policies.slice(1, -1))).to.deep.equal(new Set(['Always']));
  });

  it('writes a folder in the layout of catalogs', () => {
    const { folder } = registry();
    const { stdout, status } = tasks(['--name', 'mine', '-o', path.join(folder, 'tasks')]);
    expect([stdout, status]).to.deep.equal([`${folder}/tasks/mine/mine.yaml\n`, 0]);
    expect(readFileSync(path.join(folder, 'tasks/mine/mine.yaml'), 'utf8')).to.equal(tasks(['--name', 'mine']).stdout);
    writeFileSync(path.join(folder, 'file'), '');
    expect(tasks(['-o', path.join(folder, 'file')])).to.include({ status: 1, stdout: '' });
  });

  it('pushes a bundle that is the same each time', async () => {
    const to = `${registry().address}/tasks:1`;
    const { stdout, stderr, status } = tasks(['--bundle', to]);
    expect([stderr, status]).to.deep.equal(['', 0]);
    expect(stdout).to.match(/^[^@]+\/tasks@sha256:[0-9a-f]{64}\n$/);
    expect(tasks(['--bundle', to]).stdout).to.equal(stdout);
    expect(tasks(['--bundle', stdout.trim()]).stderr).to.contain('has a digest. Name a tag to push to');
  });

  it('reports why a builder cannot be used', async () => {
    const { name } = await push('extended', { extensions: true });
    expect(tasks(['--builder', name]).stderr).to.contain('has image extensions in its order');
    const { name: other } = await push('newer', { platformApis: ['0.99'] });
    expect(tasks(['--builder', other]).stderr).to.contain('unsupported builder platform API versions: 0.99');
    expect(tasks(['--builder', `${registry().address}/none`])).to.include({ status: 1, stdout: '' });
    expect(tasks(['--name', 'Mine'])).to.include({ status: 2, stdout: '' });
  });
});
