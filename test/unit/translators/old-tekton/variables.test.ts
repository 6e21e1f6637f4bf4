import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { makeRewriter } from '../../../../translators/old-tekton/variables.ts';
import type { Resource } from '../../../../translators/old-tekton/task-resources.ts';

const RESOURCES: readonly Resource[] = [
  resource('inputs', 'my.source', 'git', '/workspace/go/src'),
  resource('inputs', 'image', 'image', '/workspace/image'),
  resource('outputs', 'image', 'image', '/workspace/output/image'),
  resource('outputs', '1st', 'storage', '/workspace/output/1st'),
];

const NAMES = {
  resources: RESOURCES,
  declares: (direction: string, name: string) => direction === 'inputs' && name === 'refused',
};

const PARAMS = new Map([
  ['text', false],
  ['list', true],
  ['with.dot', false],
]);

/** Texts and their replacements. */
const REWRITTEN: Readonly<Record<string, string>> = {
  '$(inputs.params.text)': '$(params.text)',
  '${inputs.params.text}/x': '$(params.text)/x',
  '$(inputs.params.list)': '$(params.list[*])',
  '$(inputs.params.list[*])': '$(params.list[*])',
  '$(inputs.params.list[0])': '$(params.list[0])',
  '$(inputs.params.with.dot)': '$(params["with.dot"])',
  '$(inputs.resources.my.source.path)': '/workspace/go/src',
  '$(inputs.resources.my.source.url) $(resources.inputs.my.source.revision)':
    '$(params.my-source-url) $(params.my-source-revision)',
  '$(inputs.resources.my.source.type)': 'git',
  '$(inputs.resources.my.source.name) ${outputs.resources.1st.name}':
    '$(params.my-source-name) $(params.resource-1st-name)',
  '$(outputs.resources.image.path)': '/workspace/output/image',
  '$(resources.outputs.1st.location)': '$(params.resource-1st-location)',
  '$(inputs.resources.refused.url)': '$(inputs.resources.refused.url)',
  '$(params.text) $(date) ${HOME} $$(x) $(inputs) $(inputs.other.x) ${params.text}':
    '$(params.text) $(date) ${HOME} $$(x) $(inputs) $(inputs.other.x) ${params.text}',
};

/** Texts and the problems that refuse them. */
const REFUSED: Readonly<Record<string, string>> = {
  '$(inputs.params.other)': 'steps[0].args[0]: $(inputs.params.other): parameter "other" is not declared; declare it',
  '$(outputs.resources.my.source.url)':
    'steps[0].args[0]: $(outputs.resources.my.source.url): resource "my.source" is not declared in outputs; it is declared in inputs',
  '${inputs.resources.image.status}':
    'steps[0].args[0]: ${inputs.resources.image.status} has no equivalent in tekton.dev/v1; write the value, or declare a parameter for it',
};

describe('Variables of early Tekton', () => {
  for (const [text, expected] of Object.entries(REWRITTEN)) {
    it(`${text} is ${expected}`, () => {
      const rewriter = makeRewriter({ ...NAMES, params: PARAMS });
      expect(rewriter.rewrite({ args: [text] }, ['steps', 0])).to.deep.equal({ args: [expected] });
      expect(rewriter.problems).to.deep.equal([]);
    });
  }

  for (const [text, message] of Object.entries(REFUSED)) {
    it(`${text} is refused`, () => {
      const rewriter = makeRewriter({ ...NAMES, params: PARAMS });
      expect(rewriter.rewrite({ args: [text] }, ['steps', 0])).to.deep.equal({ args: [text] });
      expect(rewriter.problems.map(formatProblem)).to.deep.equal([message]);
    });
  }

  it('of resources are recorded, because only used fields need a parameter', () => {
    const rewriter = makeRewriter({ ...NAMES, params: PARAMS });
    rewriter.rewrite({ a: { b: ['$(inputs.resources.image.digest)', 1, true] } }, []);
    expect([...rewriter.used]).to.deep.equal(['image-digest']);
  });
});

function resource(direction: Resource['direction'], name: string, type: Resource['type'], directory: string): Resource {
  return { direction, name, type, directory, isOptional: false, path: [] };
}
