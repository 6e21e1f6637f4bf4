import { expect } from 'chai';
import { runInProcess } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { someBuild, someImage, succeeded } from '../../insight/views/some-objects.ts';
import { startObjectServer, type ObjectServer } from './object-server.ts';

const BUILD = someBuild({ conditions: [succeeded('False')] }, { generation: 'two' });

describe('a Build whose metadata is invalid', () => {
  const workspace = makeWorkspace();
  let server: ObjectServer | undefined;
  before(async () => {
    server = await startObjectServer(workspace.path, { builds: [BUILD], images: [someImage()], pods: [] });
  });
  after(async () => {
    await server?.stop();
    workspace.remove();
  });

  for (const command of ['why shop', 'trigger shop', 'retry shop-build-2', 'logs shop --timestamps']) {
    it(`is named by a sentence: ${command}`, async () => {
      const outcome = await runInProcess([...command.split(' '), '--kubeconfig', server?.kubeconfig ?? '']);
      expect(outcome).to.deep.include({ status: 1, stdout: '' });
      expect(outcome.stderr).to.match(
        /^error: read builds\.kpack\.io team\/shop-build-2: the object is invalid: metadata\.generation: [^\n]+\n$/,
      );
    });
  }
});
