import { expect } from 'chai';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { ACCOUNT as USER } from '../../cluster/registry/account.ts';
import { runCommand, type Outcome } from '../../support/command.ts';
import { builderImage } from './inspected-images.ts';
import { knownRegistry } from './known-registry.ts';
import { buildOf, clusterBuilderOf } from './translated-documents.ts';

/** The output of `kubectl get serviceaccounts,secrets -o yaml`. */
function storedLogin(registry: string, password: string): string {
  const auth = Buffer.from(`${USER.username}:${password}`).toString('base64');
  const config = JSON.stringify({ auths: { [registry]: { auth } } });
  return `apiVersion: v1
kind: List
metadata: {resourceVersion: ""}
items:
- apiVersion: v1
  kind: ServiceAccount
  metadata:
    name: default
    namespace: team
    resourceVersion: "12"
    managedFields:
    - {manager: kubectl, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:imagePullSecrets": {}}}
  imagePullSecrets: [{name: login}]
- apiVersion: v1
  kind: Secret
  metadata: {name: login, namespace: team, uid: c0ffee}
  type: kubernetes.io/dockerconfigjson
  data: {.dockerconfigjson: ${Buffer.from(config).toString('base64')}}
`;
}

function oldTaskRun(image: string): string {
  return `apiVersion: tekton.dev/v1alpha1
kind: TaskRun
metadata: {name: lint, namespace: team}
spec:
  taskSpec:
    steps: [{name: lint, image: "${image}"}]
`;
}

/** Runs the command without docker's credentials. */
function run(args: readonly string[], ...documents: readonly string[]): Outcome {
  return runCommand(args, { stdin: documents.join('---\n') });
}

describe('images that only a Secret of the files can read', () => {
  const registry = knownRegistry();

  it('give the command of an old step, and the facts of a builder and of taskpack inspect', async () => {
    const image = await registry().push(builderImage(), 'private/builder', '1');
    const login = storedLogin(registry().address, USER.password);
    const old = run(['translate', '-f', '-'], oldTaskRun(image), login);
    expect([old.stderr, old.status]).to.deep.equal(['', 0]);
    expect(old.stdout).to.include('- /cnb/lifecycle/launcher\n');
    const build = buildOf('app', image).replace('{name: app}', '{name: app, namespace: team}');
    expect(run(['translate', '-f', '-', '-o', 'name'], build, login).status).to.equal(0);
    expect(run(['tasks', '-f', '-'], clusterBuilderOf(image), login).status).to.equal(0);
    const inspected = run(['inspect', image, '-f', '-'], login);
    expect(parseYaml(inspected.stdout, 'stdout').documents[0]?.value).to.include({ kind: 'ImageFacts', uid: 1001 });
  });

  it('are refused with the name of the account if the login is wrong', async () => {
    const image = await registry().push(builderImage(), 'private/builder', '1');
    const { stdout, stderr, status } = run(
      ['translate', '-f', '-'],
      oldTaskRun(image),
      storedLogin(registry().address, 'no'),
    );
    expect([stdout, status]).to.deep.equal(['', 1]);
    const start = `error: <stdin>:6:33 spec.taskSpec.steps[0].image: ${image} with the Secrets of ServiceAccount team/default: `;
    expect(stderr.slice(0, start.length)).to.equal(start);
    expect(stderr).to.match(/requires valid credentials/);
  });
});
