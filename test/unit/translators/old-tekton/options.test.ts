import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someOptions } from '../../../support/translation-of.ts';

const TASK = {
  apiVersion: 'tekton.dev/v1beta1',
  kind: 'Task',
  metadata: { name: 'sample' },
  spec: {
    resources: {
      inputs: [
        { name: 'code', type: 'git' },
        { name: 'data', type: 'storage' },
      ],
    },
    steps: [{ name: 'run', image: 'registry.example.com/tools', command: ['run'] }],
  },
};

const RESOURCE = {
  apiVersion: 'tekton.dev/v1alpha1',
  kind: 'PipelineResource',
  metadata: { name: 'code' },
  spec: { type: 'git' },
};

function printed(
  options: Partial<TranslateOptions>,
  value: unknown = TASK,
): { readonly text: string; readonly said: readonly string[] } {
  const { manifests, problems } = translate([{ value }], someOptions(options));
  const said = problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
  return { text: JSON.stringify([...manifests]), said };
}

describe('The options of translate for Tasks of Tekton before v1', () => {
  it('set the steps image and the trust of unknown SSH hosts in the added steps', () => {
    const { text } = printed({
      images: { steps: 'own/steps', entrypoint: 'own/entrypoint' },
      trustUnknownSshHosts: false,
    });
    expect(text).to.include('"image":"own/steps"').and.to.include('"-trust-unknown-ssh-hosts=false"');
  });

  it('set the namespace and refuse an object with another one', () => {
    expect(printed({ namespace: 'builds' }).text).to.include('"namespace":"builds"');
    const other = { ...TASK, metadata: { name: 'sample', namespace: 'other' } };
    expect(printed({ namespace: 'builds' }, other).said[0]).to.match(/does not match the namespace "builds"$/);
  });

  it('turn warnings into errors', () => {
    const clusterTask = { ...TASK, kind: 'ClusterTask' };
    const [said = ''] = printed({}, clusterTask).said;
    expect(said).to.match(/^warning: kind: ClusterTask "sample" becomes a Task/);
    const strict = { text: '[]', said: [said.replace(/^warning/, 'error')] };
    expect(printed({ strict: true }, clusterTask)).to.deep.equal(strict);
  });

  it('warn that Tasks do not become Pods', () => {
    const { text, said } = printed({ to: 'pod' });
    expect(text).to.include('"kind":"Task"');
    expect(said).to.include(
      'warning: kind: a Task of Tekton cannot become a Pod, so it is translated to tekton.dev/v1; only Builds become Pods',
    );
  });

  it('give the Task of a ClusterTask the namespace', () => {
    const { text, said } = printed({ namespace: 'builds' }, { ...TASK, kind: 'ClusterTask' });
    expect(text).to.include('"kind":"Task"').and.to.include('"namespace":"builds"');
    expect(said[0]).to.match(/^warning: kind: ClusterTask "sample" becomes a Task, and a Task is only for its own/);
  });

  it('name a Condition as a kind that is not translated, alone too', () => {
    const condition = { apiVersion: 'tekton.dev/v1alpha1', kind: 'Condition', metadata: { generateName: 'all-' } };
    const { said } = printed({}, condition);
    expect(said).to.have.length(2);
    expect(said[0]).to.equal(
      'error: nothing to translate: Condition "all-" has a kind that taskpack does not translate',
    );
    expect(said[1]).to.match(/^warning: kind: Condition "all-" is not translated; run the check in a task/);
  });

  it('name the old objects in a TriggerTemplate, alone too', () => {
    const template = {
      apiVersion: 'triggers.tekton.dev/v1beta1',
      kind: 'TriggerTemplate',
      metadata: { name: 'push' },
      spec: {
        resourcetemplates: [
          { apiVersion: 'tekton.dev/v1', kind: 'TaskRun' },
          { apiVersion: 'tekton.dev/v1beta1', kind: 'PipelineRun' },
        ],
      },
    };
    expect(printed({}, template).said).to.deep.equal([
      'error: nothing to translate: TriggerTemplate "push" has objects that are not translated',
      'warning: spec.resourcetemplates[1].apiVersion: the PipelineRun in TriggerTemplate "push" is not translated; write it in tekton.dev/v1',
    ]);
    const others = [
      { ...template, spec: { resourcetemplates: [{ apiVersion: 'tekton.dev/v1', kind: 'TaskRun' }] } },
      { ...template, spec: {} },
      { ...template, apiVersion: 'example.dev/v1' },
    ];
    for (const other of others)
      expect(printed({}, other).said.join()).to.match(/^error: [^,]* is not a workload; [^,]*$/);
  });

  it('give a PipelineRun with a generateName a name, with a note', () => {
    const spec = { pipelineRef: { name: 'all' } };
    const run = { apiVersion: 'tekton.dev/v1beta1', kind: 'PipelineRun', metadata: { generateName: 'all-' }, spec };
    const { text, said } = printed({}, run);
    expect(text).to.match(
      /^\[\{"apiVersion":"tekton.dev\/v1","kind":"PipelineRun","metadata":\{"name":"all-[\da-f]+"\}/,
    );
    expect(said.join()).to.match(
      /^note: metadata.generateName: the run is printed with the name "all-[\da-f]+", because/,
    );
  });

  it('report that a PipelineResource alone is not a workload', () => {
    expect(printed({}, RESOURCE).said).to.deep.equal([
      'error: nothing to translate: PipelineResource "code" is not a workload; add a TaskRun or PipelineRun that uses it',
    ]);
  });
});
