import { expect } from 'chai';
import * as fc from 'fast-check';
import { formatProblem, hasErrors } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someOptions } from '../../../support/translation-of.ts';

const KEYS = { git: ['url', 'revision', 'depth'], image: ['url', 'digest'], storage: ['location'] } as const;

type Type = keyof typeof KEYS;

interface Resource {
  readonly name: string;
  readonly type: Type;
  readonly optional?: boolean;
  readonly targetPath?: string;
}

const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_.-]{0,8}[a-z]$/);

const resources = fc.uniqueArray(
  fc.record(
    {
      name,
      type: fc.constantFrom<Type>('git', 'image', 'storage'),
      optional: fc.boolean(),
      targetPath: fc.stringMatching(/^[a-z]{1,4}(?:\/[a-z]{1,4}){0,2}$/),
    },
    { requiredKeys: ['name', 'type'] },
  ),
  { selector: (resource) => resource.name.toLowerCase().replaceAll('.', '-'), maxLength: 4 },
);

/** Other texts of steps. They contain no variable of Tekton. */
const plainText = fc.stringMatching(/^[ -#%-~]{0,12}$/);

const task = fc
  .record({ inputs: resources, outputs: resources, words: fc.array(plainText, { maxLength: 4 }), curly: fc.boolean() })
  .map(({ inputs, outputs, words, curly }) => {
    const [open, close] = curly ? ['${', '}'] : ['$(', ')'];
    const references = [
      ...referencesTo('inputs', inputs),
      ...referencesTo('outputs', outputs),
      'inputs.params.own',
    ].map((reference) => `${open}${reference}${close}`);
    const declared = { inputs: { resources: inputs, params: [{ name: 'own' }] }, outputs: { resources: outputs } };
    const steps = [{ name: 'step', image: 'registry.example.com/tools', command: ['run', ...words], args: references }];
    return { words, document: document({ ...declared, steps }) };
  });

function referencesTo(direction: 'inputs' | 'outputs', all: readonly Resource[]): readonly string[] {
  return all.flatMap((resource) =>
    [...KEYS[resource.type], 'path', 'type'].map((key) => `${direction}.resources.${resource.name}.${key}`),
  );
}

function document(spec: object): { readonly value: unknown } {
  return { value: { apiVersion: 'tekton.dev/v1alpha1', kind: 'Task', metadata: { name: 'sample' }, spec } };
}

interface Printed {
  readonly params?: readonly { readonly name: string }[];
  readonly results?: readonly { readonly name: string }[];
  readonly workspaces?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly steps: readonly { readonly name: string; readonly command?: readonly string[]; readonly script?: string }[];
}

describe('Tasks of Tekton before v1', () => {
  it('contain only variables of v1 after the translation, and keep all other texts', () => {
    fc.assert(
      fc.property(task, ({ words, document: written }) => {
        const { manifests, problems } = translate([written], someOptions());
        if (hasErrors(problems)) {
          // Only generated names can clash. These Tasks have no other problem.
          const others = problems.filter(({ severity }) => severity === 'error').map(formatProblem);
          expect(
            others.filter(
              (line) =>
                !/both would get the same parameters|has the directory \S+ too; set another targetPath/.test(line),
            ),
          ).to.deep.equal([]);
          return;
        }
        const spec = [...manifests][0]?.['spec'] as unknown as Printed;
        const text = JSON.stringify(spec);
        const step = spec.steps.find((one) => one.name === 'step');
        expect(step?.command).to.deep.equal(['run', ...words]);
        expect(text).not.to.match(/\$[({](?:inputs|outputs|resources)\./);
        expect(undeclared(text, /\$\(params\.([^)]+)\)/g, spec.params)).to.deep.equal([]);
        expect(undeclared(text, /\$\(results\.([^)]+)\.path\)/g, spec.results)).to.deep.equal([]);
        for (const names of [spec.params, spec.results, spec.workspaces, spec.steps]) expectUnique(names ?? []);
        expect(spec.steps.filter(({ command, script }) => command === undefined && script === undefined)).to.deep.equal(
          [],
        );
      }),
      { numRuns: 300 },
    );
  });
});

function undeclared(
  text: string,
  reference: RegExp,
  declared: readonly { readonly name: string }[] = [],
): readonly string[] {
  const names = new Set(declared.map((one) => one.name));
  return [...text.matchAll(reference)].flatMap(([, found = '']) => (names.has(found) ? [] : [found]));
}

function expectUnique(list: readonly { readonly name: string }[]): void {
  const names = list.map((one) => one.name.toLowerCase());
  expect(new Set(names).size, names.join(' ')).to.equal(names.length);
}
