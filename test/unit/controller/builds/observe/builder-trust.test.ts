import { expect } from 'chai';
import { podRecord, taskRunRecord } from '../../../../../src/controller/builds/cache/workload-records.ts';
import { observedPod, observedTaskRun } from '../../../../../src/controller/builds/observe/observed-workload.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import type { TranslateOptions } from '../../../../../src/core/translate/options.ts';
import { translate } from '../../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../../support/documents.ts';
import { someOptions } from '../../../../support/translation-of.ts';

const LIFECYCLE_IMAGES = { '0.20.12': `registry.example.com/lifecycle@sha256:${'e'.repeat(64)}` };

/** The lifecycle images of the settings, and whether a builder with lifecycle 0.20.12 is then trusted. */
const ROWS = [
  [{}, 'Trusted'],
  [LIFECYCLE_IMAGES, 'Untrusted'],
] as const;

describe('an observed workload', () => {
  for (const [lifecycleImages, builderTrust] of ROWS) {
    it(`shows that its builder is ${builderTrust}`, () => {
      const pod = observedPod(podRecord(workload({ to: 'pod', lifecycleImages })));
      const taskRun = observedTaskRun(taskRunRecord(workload({ to: 'taskrun', lifecycleImages })), undefined);
      expect([pod.builderTrust, taskRun.builderTrust]).to.deep.equal([builderTrust, builderTrust]);
    });
  }

  for (const isDebugged of [true, false]) {
    it(`shows that its Build is ${isDebugged ? '' : 'not '}debugged`, () => {
      const annotations = isDebugged ? { 'taskpack.dev/debug': '{}' } : {};
      const pod = observedPod(podRecord(workload({ to: 'pod', layout: 'containers' }, annotations)));
      const taskRun = observedTaskRun(taskRunRecord(workload({ to: 'taskrun' }, annotations)), undefined);
      expect([pod.isDebugged, taskRun.isDebugged]).to.deep.equal([isDebugged, isDebugged]);
    });
  }
});

function workload(options: Partial<TranslateOptions>, annotations: Readonly<Record<string, string>> = {}): KubeObject {
  const lifecycle = { version: '0.20.12', apis: { platform: { supported: ['0.9'] } } };
  const documents = [someBuild({}, { annotations }), someAccount(), someFacts({ lifecycle })];
  const manifest = [...translate(documents, someOptions(options)).manifests].at(-1);
  if (manifest === undefined) throw new Error('the Build has a workload');
  return { ...manifest, metadata: { ...manifest.metadata, uid: 'some', resourceVersion: '1' } } as KubeObject;
}
