import { expect } from 'chai';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { WORKLOADS } from '../../../src/core/model/workload.ts';
import { goldenNames, goldenOutput } from '../../golden/golden-output.ts';
import { coreValidator, taskRunValidator, type Validator } from './published-schemas.ts';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

describe('golden outputs against the schemas of Kubernetes and Tekton', function () {
  this.timeout(120_000);
  const validators = new Map<string, Validator>();

  before(() => {
    for (const kind of ['Pod', 'ServiceAccount', 'ConfigMap', 'PersistentVolumeClaim']) {
      validators.set(`v1 ${kind}`, coreValidator(kind));
    }
    validators.set('tekton.dev/v1 TaskRun', taskRunValidator());
  });

  for (const { file, text } of goldenOutputs()) {
    it(file, () => {
      for (const { value } of parseYaml(text, file).documents) {
        expect(complaints(value as Manifest)).to.deep.equal([]);
      }
    });
  }

  it('would report an unknown field at any depth', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: { containers: [{ name: 'a', securityContext: { runAsRoot: 1 } }] },
    };
    expect(complaints(pod).join()).to.contain('runAsRoot');
    const step = { name: 'a', image: 'b', volumeMounts: [{ name: 'v', mountPath: '/v', readOnyl: true }] };
    const taskRun = { apiVersion: 'tekton.dev/v1', kind: 'TaskRun', spec: { taskSpec: { steps: [step] } } };
    expect(complaints(taskRun).join()).to.contain('readOnyl');
    expect(complaints({ ...taskRun, spec: { ...taskRun.spec, timeOut: '1s' } } as Manifest).join()).to.contain(
      'timeOut',
    );
  });

  function complaints(manifest: Manifest): readonly string[] {
    const validate = validators.get(`${manifest.apiVersion} ${manifest.kind}`);
    return validate === undefined ? [`${manifest.kind} has no schema here`] : validate(manifest);
  }
});

function goldenOutputs(): readonly { readonly file: string; readonly text: string }[] {
  return goldenNames().flatMap((name) =>
    WORKLOADS.flatMap((backend) => {
      const text = goldenOutput(name, backend);
      return text === undefined ? [] : [{ file: `${name}/${backend}.yaml`, text }];
    }),
  );
}
