import { expect } from 'chai';
import { someOptions, translationOf } from '../../../support/translation-of.ts';

/** A run whose Task has the git resource `source` and the parameter `place`. */
function run({ value, byDefault = '' }: { readonly value: string; readonly byDefault?: string }): string {
  const resourceSpec = { type: 'git', params: [{ name: 'url', value: 'https://git.example.com/app' }] };
  return JSON.stringify({
    apiVersion: 'tekton.dev/v1beta1',
    kind: 'TaskRun',
    metadata: { name: 'run' },
    spec: {
      params: [{ name: 'place', value }],
      resources: { inputs: [{ name: 'source', resourceSpec }] },
      taskSpec: {
        params: [{ name: 'place', type: 'string', default: byDefault }],
        resources: { inputs: [{ name: 'source', type: 'git' }] },
        steps: [{ image: 'registry.example.com/tools', command: ['ls', '$(params.place)'] }],
      },
    },
  });
}

function problemsOf(text: string): readonly string[] {
  return translationOf(text, 'run.json', someOptions()).problems.map((line) => line.replace(/run\.json:\d+:\d+ /, ''));
}

describe('variables of resources in the parameters of early Tekton', () => {
  it('become the directory in a value and in a default', () => {
    const text = run({ value: '$(inputs.resources.source.path)/a', byDefault: '$(resources.inputs.source.path)/b' });
    const { output, problems } = translationOf(text, 'run.json', someOptions());
    expect(problems).to.deep.equal([]);
    expect(output).to.include('value: /workspace/source/a\n').and.to.include('default: /workspace/source/b\n');
  });

  it('are refused if v1 has them as a parameter, because a parameter cannot name another one', () => {
    const text = run({ value: '$(resources.inputs.source.url)', byDefault: '$(inputs.resources.source.revision)' });
    expect(problemsOf(text)).to.deep.equal([
      'error: spec.taskSpec.params[0].default: $(inputs.resources.source.revision) in a parameter has no equivalent in tekton.dev/v1; write its value',
      'error: spec.params[0].value: $(resources.inputs.source.url) in a parameter has no equivalent in tekton.dev/v1; write its value',
    ]);
  });

  it('are refused if the Task does not declare the resource', () => {
    expect(problemsOf(run({ value: '$(resources.inputs.other.path)' }))).to.deep.equal([
      'error: spec.params[0].value: $(resources.inputs.other.path): resource "other" is not declared in inputs',
    ]);
  });

  it('are not confused with other variables', () => {
    const { output, problems } = translationOf(
      run({ value: '$(params.place) $(date) ${HOME} $$' }),
      'run.json',
      someOptions(),
    );
    expect(problems).to.deep.equal([]);
    expect(output).to.include('value: $(params.place) $(date) ${HOME} $$\n');
  });

  it('are refused in the parameters of a Pipeline and of its run, because each Task can have another directory', () => {
    const text = JSON.stringify({
      apiVersion: 'tekton.dev/v1beta1',
      kind: 'PipelineRun',
      metadata: { name: 'run' },
      spec: {
        params: [{ name: 'place', value: ['$(resources.inputs.source.path)', '$(params.place)'] }],
        pipelineSpec: {
          params: [{ name: 'place', type: 'array', default: ['$(inputs.resources.source.path)/a'] }],
          tasks: [
            { name: 'build', taskRef: { name: 'build' }, params: [{ name: 'place', value: '$(params.place[*])' }] },
          ],
        },
      },
    });
    const advice =
      "in a parameter of a Pipeline has no equivalent in tekton.dev/v1; write the directory in the Task, or the field's value";
    expect(problemsOf(text)).to.deep.equal([
      `error: spec.pipelineSpec.params[0].default[0]: $(inputs.resources.source.path) ${advice}`,
      `error: spec.params[0].value[0]: $(resources.inputs.source.path) ${advice}`,
    ]);
  });
});
