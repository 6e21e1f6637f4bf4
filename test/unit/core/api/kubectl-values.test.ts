import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { readText } from './read-text.ts';

/** Returns the spec of the only object of the text. */
function specOf(text: string): unknown {
  const { objects, problems } = readText(text);
  expect(problems.map(formatProblem)).to.deep.equal([]);
  const [object] = objects;
  return object !== undefined && 'spec' in Object(object.value) ? Reflect.get(Object(object.value), 'spec') : undefined;
}

function task(version: string, spec: string): string {
  return `apiVersion: tekton.dev/${version}\nkind: Task\nmetadata: { name: t }\nspec: ${spec}\n`;
}

function image(build: string): string {
  const spec = `tag: registry.test/app, builder: { name: b, kind: ClusterBuilder }, build: ${build}`;
  const source = 'source: { git: { url: "https://git.test/app", revision: main, initializeSubmodules: yes } }';
  return `apiVersion: kpack.io/v1alpha2\nkind: Image\nmetadata: { name: i, generation: 08 }\nspec: { ${spec}, ${source} }\n`;
}

describe('values that kubectl reads in the notations of YAML 1.1', () => {
  for (const [written, read] of [
    ['0400', 256],
    ['0644', 420],
    ['+0400', 256],
    ['0o400', 256],
    ['0O400', 256],
    ['0x100', 256],
    ['0b11', 3],
    ['1_000', 1000],
    ['08', 8],
    ['09', 9],
    ['420', 420],
  ] as const) {
    it(`gives an integer field ${read} for ${written}`, () => {
      const volume = `{ name: v, secret: { secretName: s, defaultMode: ${written}, items: [{ mode: ${written} }] } }`;
      expect(specOf(task('v1beta1', `{ steps: [], volumes: [${volume}] }`))).to.have.deep.property('volumes', [
        { name: 'v', secret: { secretName: 's', defaultMode: read, items: [{ mode: read }] } },
      ]);
      const timeout = { buildTimeout: read };
      expect(specOf(image(`{ buildTimeout: ${written} }`))).to.have.deep.property('build', timeout);
    });
  }

  it('gives identities of users and groups', () => {
    const context = '{ runAsUser: 01750, fsGroup: 01750, supplementalGroups: [01, 010], runAsNonRoot: yes }';
    expect(specOf(task('v1beta1', `{ steps: [{ securityContext: ${context} }] }`))).to.have.deep.property('steps', [
      { securityContext: { runAsUser: 1000, fsGroup: 1000, supplementalGroups: [1, 8], runAsNonRoot: true } },
    ]);
  });

  it('gives boolean fields true and false for the words of YAML 1.1', () => {
    expect(specOf(task('v1beta1', '{ steps: [{ tty: on, stdin: No }] }'))).to.have.deep.property('steps', [
      { tty: true, stdin: false },
    ]);
    expect(specOf(image('{}'))).to.have.nested.property('source.git.initializeSubmodules', true);
  });

  it('gives them in fields that v1alpha1 has elsewhere', () => {
    const spec = '{ containerTemplate: { tty: yes }, inputs: { resources: [{ name: r, type: git, optional: yes }] } }';
    const read = specOf(task('v1alpha1', spec));
    expect(read).to.have.nested.property('stepTemplate.tty', true);
    expect(read).to.have.nested.property('resources.inputs[0].optional', true);
  });
});
