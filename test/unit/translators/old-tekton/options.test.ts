import { expect } from 'chai';
import { formatProblem } from '../../../../src/model/problem.ts';
import type { TranslateOptions } from '../../../../src/translate/options.ts';
import { translate } from '../../../../src/translate/translate.ts';
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

const OF_THE_BUCKET =
  'spec.resources.inputs[1].type: nothing in Tekton fetches from a bucket any more: workspace "data" takes the place of the resource, and whoever binds it has the files';

describe('The options of translate, for Tasks from before tekton.dev/v1', () => {
  it('name the image of the steps that are added, and say whether SSH hosts are trusted', () => {
    const { text } = printed({
      images: { steps: 'own/steps', entrypoint: 'own/entrypoint' },
      trustUnknownSshHosts: false,
    });
    expect(text).to.include('"image":"own/steps"').and.to.include('"-trust-unknown-ssh-hosts=false"');
  });

  it('give a namespace, which none may contradict', () => {
    expect(printed({ namespace: 'builds' }).text).to.include('"namespace":"builds"');
    const other = { ...TASK, metadata: { name: 'sample', namespace: 'other' } };
    expect(printed({ namespace: 'builds' }, other).said[0]).to.match(/does not match the namespace "builds"$/);
  });

  it('make errors of warnings', () => {
    expect(printed({}).said).to.deep.equal([`warning: ${OF_THE_BUCKET}`]);
    expect(printed({ strict: true })).to.deep.equal({ text: '[]', said: [`error: ${OF_THE_BUCKET}`] });
  });

  it('make no Pods of Tasks, and say so', () => {
    const { text, said } = printed({ to: 'pod' });
    expect(text).to.include('"kind":"Task"');
    expect(said).to.include('warning: kind: a Task of Tekton stays one: a Pod is made of Builds alone');
  });

  it('find nothing to do for a PipelineResource alone', () => {
    expect(printed({}, RESOURCE).said).to.deep.equal([
      'error: nothing to translate: PipelineResource "code" makes no workload by itself, only a Task or TaskRun that uses it does',
    ]);
  });
});
