import { expect } from 'chai';
import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { indexPlatform } from '../../../../src/controller/registry-access/index-platform.ts';
import type { IndexPlatform } from '../../../../src/core/model/index-platform.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

/** A cluster with nodes, which the test changes, and the recorded decision. */
function clusterOf(...architectures: readonly string[]) {
  const warnings: string[] = [];
  const lines: string[] = [];
  const state: { nodes: readonly string[]; recorded?: KubeObject; denied: readonly string[] } = {
    nodes: architectures,
    denied: [],
  };
  const check = (verb: string): void => {
    lines.push(verb);
    if (state.denied.includes(verb)) throw new KubeError('FORBIDDEN', verb, 'denied');
  };
  const client: Pick<KubeClient, 'get' | 'list' | 'create'> = {
    get: async () => {
      check('get');
      if (state.recorded === undefined) throw new KubeError('NOT_FOUND', 'get', 'not found');
      return state.recorded;
    },
    async *list() {
      check('list');
      for (const arch of state.nodes)
        yield {
          apiVersion: 'v1',
          kind: 'Node',
          metadata: { name: arch, labels: { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': arch } },
        };
    },
    create: async (_, object) => {
      check('create');
      if (state.recorded !== undefined) throw new KubeError('ALREADY_EXISTS', 'create', 'exists');
      state.recorded = object;
      return object;
    },
  };
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const process = (setting?: IndexPlatform) => indexPlatform({ client, namespace: 'taskpack', setting, log });
  return { state, warnings, requests: lines, process };
}

describe('the platform of indexes', () => {
  it('is that of the nodes, which the first process records', async () => {
    const { state, process, requests } = clusterOf('arm64');
    const platform = process();
    expect([await platform(), await platform()]).to.deep.equal(['linux/arm64', 'linux/arm64']);
    expect(state.recorded).to.deep.include({ data: { platform: 'linux/arm64' } });
    expect(state.recorded?.metadata).to.include({ namespace: 'taskpack', name: 'index-platform' });
    expect(requests).to.deep.equal(['get', 'list', 'create']);
  });

  it('stays when nodes come and go, and when another process leads on another platform', async () => {
    const { state, process } = clusterOf('arm64');
    expect(await process()()).to.equal('linux/arm64');
    state.nodes = ['amd64'];
    expect(await process()()).to.equal('linux/arm64');
  });

  it('is that of the process that records first', async () => {
    const { state, process } = clusterOf('arm64');
    const [one, other] = await Promise.all([process()(), process()()]);
    state.nodes = [];
    expect([one, other, await process()()]).to.deep.equal(['linux/arm64', 'linux/arm64', 'linux/arm64']);
  });

  it('is that of the settings, without a request', async () => {
    const { process, requests } = clusterOf('amd64');
    expect(await process('linux/arm64')()).to.equal('linux/arm64');
    expect(requests).to.deep.equal([]);
  });

  it('is linux/amd64 and not recorded as long as there is no node', async () => {
    const { state, process } = clusterOf();
    expect(await process()()).to.equal('linux/amd64');
    state.nodes = ['arm64'];
    expect(await process()()).to.equal('linux/arm64');
  });

  for (const denied of ['get', 'list', 'create']) {
    it(`is linux/amd64 with a warning if the permission to ${denied} is missing`, async () => {
      const { state, process, warnings } = clusterOf('arm64');
      state.denied = [denied];
      expect(await process()()).to.equal('linux/amd64');
      expect(warnings).to.deep.equal([
        'the controller cannot choose the platform of images from indexes, and uses linux/amd64: set INDEX_PLATFORM, or grant the denied permission',
      ]);
    });
  }

  it('is decided again after a failure, and a wrong ConfigMap is named', async () => {
    const { state, process } = clusterOf('arm64');
    const platform = process();
    state.recorded = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'index-platform' },
      data: { platform: 'arm64' },
    };
    expect(String(await rejection(platform()))).to.equal(
      'Error: the ConfigMap taskpack/index-platform has the platform "arm64", which must be linux/amd64 or linux/arm64: correct the ConfigMap',
    );
    delete state.recorded;
    expect(await platform()).to.equal('linux/arm64');
  });
});
