import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { objectAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { ROOT, runInProcess, type Outcome } from '../../support/command.ts';
import { commit, soon, type ImageBed } from '../controllers/images/image-bed.ts';
import { runImages, type RunningImages } from '../controllers/images/running-images.ts';
import { kpackPath } from '../crds/kpack-cluster.ts';
import { developerBed, type DeveloperBed } from './developer-bed.ts';
import { namespaceUser, type NamespaceUser } from './namespace-user.ts';

const NAMESPACE = 'actions';
const IMAGE = `registry.example/app@sha256:${'f'.repeat(64)}`;
const TRIGGER = 'image.kpack.io/additionalBuildNeeded';

/** The rights that docs/how-to/build-from-the-command-line.md names. */
const RULES = [
  { apiGroups: ['kpack.io'], resources: ['images'], verbs: ['get', 'list', 'watch', 'patch'] },
  { apiGroups: ['kpack.io'], resources: ['builds'], verbs: ['get', 'list', 'watch', 'create', 'patch'] },
];

const FAILURE = {
  reason: 'BuildpackFailed',
  phase: 'build',
  exitCode: 51,
  actor: 'user',
  message: 'A buildpack failed to build the source (exit code 51).',
  advice: 'Read the last lines of the log.',
};

describe('taskpack trigger, cancel and retry for a user of one namespace', function () {
  this.timeout(180_000);
  let developer: DeveloperBed;
  let cluster: Cluster;
  let bed: ImageBed;
  let user: NamespaceUser;
  let controller: RunningImages;
  let reader: NamespaceUser;

  before(async function () {
    this.timeout(1_800_000);
    developer = await developerBed(NAMESPACE, RULES);
    ({ cluster, bed, user } = developer);
    reader = await namespaceUser(
      cluster,
      NAMESPACE,
      'reader',
      RULES.map((rule) => ({ ...rule, verbs: ['get', 'list'] })),
    );
    controller = await runImages(cluster.kubeconfig, NAMESPACE);
  });
  after(async () => {
    reader?.remove();
    await controller?.stop();
    await developer?.remove();
  });

  it('triggers a Build, also while another one runs', async () => {
    await bed.createBuilt('web');
    expect(await run('trigger', 'web')).to.deep.equal(printed('image.kpack.io/web triggered\n'));
    const second = await bed.builds('web', 2, 'TRIGGER');
    expect(await run('trigger', 'image/web')).to.deep.equal(
      printed(
        'image.kpack.io/web triggered\n',
        'note: Build web-build-2 has not finished; the triggered Build starts after it\n',
      ),
    );
    await bed.finish(second, 'True');
    await bed.finish(await bed.builds('web', 3, 'TRIGGER'), 'True');
    await bed.reports('web', 'UpToDate');
  });

  it('waits for the triggered Build, not for the Build that runs before it', async () => {
    await bed.createBuilt('waited');
    await bed.resolve('waited', commit(2));
    const second = await bed.builds('waited', 2, 'COMMIT');
    const waited = run('trigger', 'waited', '--wait');
    await soon('the trigger', async () => (await annotations(second))[TRIGGER] !== undefined);
    await bed.finish(second, 'True');
    const third = await bed.builds('waited', 3, 'TRIGGER');
    await writeStatus(third, { steps: [{ name: 'prepare', startedAt: '2026-01-01T00:00:00Z' }] });
    await bed.finish(third, 'True');
    const { stdout, stderr, status } = await waited;
    expect({ stdout, status }).to.deep.equal({ stdout: `image.kpack.io/waited triggered\n${IMAGE}\n`, status: 0 });
    const lines = stderr.trimEnd().split('\n');
    expect(lines[0]).to.equal('note: Build waited-build-2 has not finished; the triggered Build starts after it');
    expect(lines[1]).to.match(/^\d+s Image waited: Build 'waited-build-2' is executing$/);
    expect(lines.slice(1).every((line) => /^\d+s (?:Image waited|Build waited-build-3): \S/.test(line))).to.equal(true);
  });

  it('shows the phases, and says why the Build failed, who can act and what to try', async () => {
    await bed.createBuilt('failing');
    const waited = spawnCommand('trigger', 'failing', '--wait');
    const build = await bed.builds('failing', 2, 'TRIGGER');
    const steps = [
      { name: 'prepare', startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:01Z', exitCode: 0 },
    ];
    await waited.prints('Build failing-build-2: waits for a controller that runs Builds');
    await writeStatus(build, { steps: [...steps, { name: 'build', startedAt: '2026-01-01T00:00:01Z' }] }, 'Unknown');
    await waited.prints('Build failing-build-2: build');
    await writeStatus(build, { podName: 'failing-build-2-build-pod', failure: FAILURE }, 'False', FAILURE.message);
    const { stdout, stderr, status } = await waited.ended;
    expect({ stdout, status }).to.deep.equal({ stdout: 'image.kpack.io/failing triggered\n', status: 1 });
    expect(stderr).to.match(/\n\d+s Build failing-build-2: build\n/);
    expect(stderr.slice(stderr.indexOf('error:'))).to.equal(
      [
        'error: Build failing-build-2 failed: A buildpack failed to build the source (exit code 51).',
        'note: the author of the Build can act: Read the last lines of the log.',
        `note: "taskpack logs failing-build-2 -n ${NAMESPACE}" prints the log`,
        '',
      ].join('\n'),
    );
  });

  it('ends the wait at Ctrl-C, and reports that the Build continues', async () => {
    await bed.createBuilt('interrupted');
    const waited = spawnCommand('trigger', 'interrupted', '--wait');
    await bed.builds('interrupted', 2, 'TRIGGER');
    await waited.prints('Build interrupted-build-2: waits for a controller that runs Builds');
    waited.interrupt();
    const { stdout, stderr, status } = await waited.ended;
    expect({ stdout, status }).to.deep.equal({ stdout: 'image.kpack.io/interrupted triggered\n', status: 130 });
    expect(stderr).to.match(/\nnote: the wait has ended, and Build interrupted-build-2 continues\n$/);
    expect(await annotations('interrupted-build-2')).not.to.have.property('taskpack.dev/cancel');
  });

  it('gives up waiting for an Image that gets no Build until someone acts', async () => {
    await bed.createBuilt('builderless');
    await bed.patch(bed.image('builderless'), { spec: { builder: { name: 'nonesuch' } } });
    await bed.reports('builderless', 'BuilderNotFound');
    const { stdout, stderr, status } = await run('trigger', 'builderless', '--wait');
    expect({ stdout, status }).to.deep.equal({ stdout: 'image.kpack.io/builderless triggered\n', status: 1 });
    expect(stderr).to.match(
      /\nerror: Image builderless gets no Build: Error: Unable to find builder 'nonesuch' in namespace ''\.\n$/,
    );
  });

  it('cancels a Build once, and waits for its end', async () => {
    await bed.create('long');
    await bed.resolve('long', commit(1));
    const build = await bed.builds('long', 1, 'CONFIG');
    expect(await run('cancel', build)).to.deep.equal(printed(`build.kpack.io/${build} cancelled\n`));
    expect(await annotations(build)).to.include({ 'taskpack.dev/cancel': 'true' });
    const waited = spawnCommand('cancel', `build/${build}`, '--wait');
    await waited.prints('Build long-build-1: waits for a controller that runs Builds');
    await writeStatus(build, { failure: { ...FAILURE, reason: 'Cancelled' } }, 'False', 'The build was cancelled.');
    const { stdout, stderr, status } = await waited.ended;
    expect({ stdout, status }).to.deep.equal({ stdout: `build.kpack.io/${build} cancelled\n`, status: 0 });
    expect(stderr).to.match(
      /^note: Build long-build-1 was cancelled before, and has not ended yet\n(?:\d+s Build long-build-1: .*\n)*$/,
    );
    await bed.reports('long', 'BuildFailed');
    await controller.settled();
    expect(await bed.buildNames('long')).to.deep.equal([build]);
    expect(await run('cancel', build)).to.deep.equal(
      refused('there is nothing to cancel, because Build long-build-1 has failed (Cancelled)'),
    );
  });

  it('fails if a Build has succeeded before it could be cancelled', async () => {
    await bed.create('quick');
    await bed.resolve('quick', commit(1));
    const build = await bed.builds('quick', 1, 'CONFIG');
    const waited = run('cancel', build, '--wait');
    await soon('the request', async () => (await annotations(build))['taskpack.dev/cancel'] !== undefined);
    await bed.finish(build, 'True');
    const { stderr, status } = await waited;
    expect(status).to.equal(1);
    expect(stderr).to.match(/error: Build quick-build-1 has succeeded before it could be cancelled\n$/);
  });

  it('retries the newest Build of an Image through its Image, and refuses an older one', async () => {
    await bed.create('again');
    await bed.resolve('again', commit(1));
    const first = await bed.builds('again', 1, 'CONFIG');
    expect(await run('retry', first)).to.deep.equal(
      refused(
        'Build again-build-1 has not finished. Wait for its end, or stop it with "taskpack cancel again-build-1"',
      ),
    );
    await bed.finish(first, 'False');
    await bed.reports('again', 'BuildFailed');
    const waited = run('retry', first, '--wait');
    await bed.finish(await bed.builds('again', 2, 'TRIGGER'), 'True');
    expect(await waited).to.include({ status: 0, stdout: `image.kpack.io/again triggered\n${IMAGE}\n` });
    expect(await run('retry', first)).to.deep.equal(
      refused(
        'Build again-build-1 is not the newest Build of Image again: its newest Build again-build-2 has succeeded. To build the present source of the Image again, use "taskpack trigger again"',
      ),
    );
    expect(await run('retry', 'again-build-2')).to.deep.equal(
      refused(
        'Build again-build-2 has succeeded, and only failed Builds are retried. To build again, use "taskpack trigger again"',
      ),
    );
  });

  it('retries a Build without an Image under the next name', async () => {
    await cluster.client.create(aloneBuild('alone'));
    await writeStatus('alone', { failure: FAILURE }, 'False', FAILURE.message);
    expect(await run('retry', 'alone')).to.deep.equal(printed('build.kpack.io/alone-retry-1 created\n'));
    const waited = spawnCommand('retry', 'alone', '--wait');
    await waited.prints('Build alone-retry-2: waits for a controller that runs Builds');
    const { metadata, spec } = (await bed.get(bed.named('Build', 'alone-retry-2'))) as unknown as KubernetesObject & {
      readonly spec: JsonObject;
    };
    expect(objectAt(metadata as unknown as JsonObject, 'labels')).to.deep.equal({ team: 'shop' });
    expect(spec['tags']).to.deep.equal(['registry.example/alone']);
    await bed.finish('alone-retry-2', 'True');
    expect(await waited.ended).to.include({ status: 0, stdout: `build.kpack.io/alone-retry-2 created\n${IMAGE}\n` });
    expect(await run('retry', 'alone-retry-2')).to.deep.equal(
      refused(
        'Build alone-retry-2 has succeeded, and only failed Builds are retried. To build again, create a Build with another name',
      ),
    );
  });

  it('debugs no Build for a user who may not run commands in Pods, and none that another controller would push', async () => {
    await cluster.client.create(aloneBuild('closed'));
    expect(await run('debug', 'closed')).to.deep.equal(
      refused(
        `you may not debug in namespace ${NAMESPACE}: your account lacks the right to get and create pods/exec. Ask the operator of the cluster for it`,
      ),
    );
    const other = await runInProcess(['debug', 'closed', '-n', NAMESPACE, '--kubeconfig', cluster.kubeconfig]);
    expect(other).to.deep.equal(
      refused(
        "taskpack's controller has not started Build closed, and another controller would push the image of a copy. Debug a Build that taskpack has started",
      ),
    );
    expect(await bed.get(bed.named('Build', 'closed-debug-1'))).to.deep.equal({});
  });

  it('reports missing objects, an Image without a Build, and missing rights', async () => {
    await bed.create('new');
    await bed.reports('new', 'ResolverNotReady');
    await bed.createBuilt('readable');
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['trigger', 'none'], `images.kpack.io "none" not found in namespace ${NAMESPACE}`],
      [['cancel', 'new'], `namespace ${NAMESPACE} has no Build new, but an Image new: Image new has no Build yet`],
      [['cancel', 'none'], `builds.kpack.io "none" not found in namespace ${NAMESPACE}`],
      [['retry', 'none'], `builds.kpack.io "none" not found in namespace ${NAMESPACE}`],
      [
        ['trigger', 'new'],
        "Image new has no Build that could be repeated. Its first Build starts without a trigger when its source and its builder are ready (Error: SourceResolver 'new-source' is not ready)",
      ],
      [
        ['trigger', 'web', '-n', 'default'],
        `get images.kpack.io default/web: ${denial('images.kpack.io "web" is forbidden: User "system:serviceaccount:actions:developer" cannot get resource "images" in API group "kpack.io" in the namespace "default"')} (check it with: kubectl auth can-i get images.kpack.io -n default)`,
      ],
    ];
    for (const [args, message] of cases) expect(await run(...args), args.join(' ')).to.deep.equal(refused(message));
    const denied = denial(
      'builds.kpack.io "readable-build-1" is forbidden: User "system:serviceaccount:actions:reader" cannot patch resource "builds" in API group "kpack.io" in the namespace "actions"',
    );
    expect(await runInProcess(['trigger', 'readable', '--kubeconfig', reader.kubeconfig])).to.deep.equal(
      refused(`patch builds.kpack.io actions/readable-build-1: ${denied}`),
    );
    expect(await annotations('readable-build-1')).not.to.have.property(TRIGGER);
  });

  function run(...args: readonly string[]): Promise<Outcome> {
    return runInProcess([...args, '--kubeconfig', user.kubeconfig]);
  }

  async function annotations(build: string): Promise<JsonObject> {
    return objectAt(objectAt(await bed.get(bed.named('Build', build)), 'metadata'), 'annotations');
  }

  async function writeStatus(build: string, fields: object, status = 'Unknown', message = ''): Promise<void> {
    const condition = { type: 'Succeeded', status, lastTransitionTime: '2026-01-01T00:00:00Z', message };
    const place = `${kpackPath(bed.named('Build', build))}/status`;
    const content = { status: { ...fields, conditions: [condition] } };
    await cluster.client.send('PATCH', place, content, 'application/merge-patch+json');
  }

  /** Starts the command in a process of its own, which can be interrupted. */
  function spawnCommand(...args: readonly string[]) {
    const command = path.join(ROOT, 'dist/bundle/taskpack.cjs');
    const child = spawn(process.execPath, [command, ...args, '--kubeconfig', user.kubeconfig], {
      env: { PATH: process.env['PATH'] },
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
    const closed = once(child, 'close');
    const ended = Promise.all([text(child.stdout), closed]).then(([stdout]): Outcome => ({
      stdout,
      stderr: errors,
      status: child.exitCode,
    }));
    return {
      ended,
      interrupt: () => void child.kill('SIGINT'),
      prints: async (line: string) => soon(line, async () => errors.includes(line)),
    };
  }
});

function printed(stdout: string, stderr = ''): Outcome {
  return { status: 0, stdout, stderr };
}

function refused(message: string): Outcome {
  return { status: 1, stdout: '', stderr: `error: ${message}\n` };
}

function denial(message: string): string {
  return `the API server denies the request (403 Forbidden ${message}); grant the account a role that allows it`;
}

/** Returns a Build without an Image. */
function aloneBuild(name: string): KubernetesObject {
  const metadata = {
    name,
    namespace: NAMESPACE,
    labels: { team: 'shop', 'argocd.argoproj.io/instance': 'shop' },
    annotations: { 'taskpack.dev/cancel': 'true' },
  };
  const spec = {
    tags: [`registry.example/${name}`],
    serviceAccountName: 'default',
    builder: { image: 'registry.example/builder' },
    source: { blob: { url: 'https://example.com/source.zip' } },
  };
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata, spec } as KubernetesObject;
}
