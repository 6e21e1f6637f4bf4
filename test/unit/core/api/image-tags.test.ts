import { expect } from 'chai';
import { PrepareError } from '../../../../src/core/model/step-failures/step-error.ts';
import { taskInputs } from '../../../../src/steps/prepare/task/task-inputs.ts';
import type { TaskArguments } from '../../../../src/steps/prepare/task/task-arguments.ts';
import { problemLines } from './read-text.ts';

const SAME = 'is the same as the tag';
const DIGEST = `sha256:${'a'.repeat(64)}`;

const image = (spec: object): string =>
  JSON.stringify({
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Image',
    metadata: { name: 'a' },
    spec: {
      builder: { kind: 'Builder', name: 'b' },
      serviceAccountName: 's',
      source: { git: { url: 'https://g.example.com/a', revision: 'main' } },
      ...spec,
    },
  });

const build = (tags: readonly string[], cache: string): string =>
  JSON.stringify({
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: 'a' },
    spec: {
      tags,
      builder: { image: 'r.example.com/builder' },
      source: { git: { url: 'https://g.example.com/a', revision: 'main' } },
      cache: { registry: { tag: cache } },
    },
  });

/** The problem of a Task with these parameters, or an empty text. */
function taskProblem([tag = '', ...additionalTags]: readonly string[], cacheImage: string): string {
  const args = {
    operation: 'rebase',
    image: tag,
    builder: 'r.example.com/builder:base',
    additionalTags,
    cacheImage,
    credentials: [],
  } as unknown as TaskArguments;
  const others = {
    builder: `r.example.com/builder@${DIGEST}`,
    runImage: 'r.example.com/run',
    sourceLimits: { bytes: 1, entries: 1 },
  };
  try {
    taskInputs(args, others);
    return '';
  } catch (error) {
    expect(error).to.be.instanceOf(PrepareError).with.property('code', 'InputsUnusable');
    return (error as Error).message;
  }
}

describe('the tag of a registry cache', () => {
  const table: readonly (readonly [tag: string, cache: string, isSame: boolean])[] = [
    ['r.example.com/team/app', 'r.example.com/team/app', true],
    ['r.example.com/team/app', 'r.example.com/team/app:latest', true],
    ['r.example.com/team/app:latest', 'r.example.com/team/app', true],
    ['r.example.com/team/app:1', 'r.example.com/team/app:1', true],
    ['r.example.com/team/app', 'R.Example.COM/team/app', true],
    ['r.example.com/team/app', 'r.example.com:443/team/app', true],
    ['r.example.com./team/app', 'r.example.com/team/app', true],
    ['r.example.com:5000/team/app', 'R.example.com:5000/team/app:latest', true],
    ['r.example.com:5000/team/app', 'r.example.com:05000/team/app', true],
    ['r.example.com:5000/team/app', 'r.example.com:50000/team/app', false],
    ['r.example.com/team/app', 'r.example.com:0443/team/app', true],
    ['[::1]:5000/team/app', '[0:0:0:0:0:0:0:1]:5000/team/app', true],
    ['[2001:db8::a]/team/app', '[2001:0DB8::A]:443/team/app', true],
    ['[::1]/team/app', '[::2]/team/app', false],
    ['app', 'docker.io/library/app', true],
    ['team/app', 'docker.io/team/app:latest', true],
    ['team/app', 'index.docker.io/team/app', true],
    ['docker.io/team/app', 'registry-1.docker.io/team/app', true],
    ['app', 'Docker.io/app', true],
    ['r.example.com/team/app', `r.example.com/team/app@${DIGEST}`, true],
    ['r.example.com/team/app:1', `r.example.com/team/app:1@${DIGEST}`, true],
    ['r.example.com/team/app:1', `r.example.com/team/app@${DIGEST}`, false],
    ['r.example.com/team/app', 'r.example.com/team/app:cache', false],
    ['r.example.com/team/app', 'r.example.com/team/app-cache', false],
    ['r.example.com/team/app', 'r.example.com:5000/team/app', false],
    ['r.example.com/team/app:a', 'r.example.com/team/app:A', false],
    ['r.example.com/library/app', 'r.example.com/app', false],
    ['team/app', 'r.example.com/team/app', false],
  ];
  for (const [tag, cache, isSame] of table) {
    it(`${cache} is ${isSame ? '' : 'not '}the tag ${tag}`, () => {
      const other = tag.replace(/(?::[^:/]+)?$/, ':other');
      const problems = [
        ...[[tag], [other, tag]].flatMap((tags) => [
          problemLines(build(tags, cache)).join('\n'),
          taskProblem(tags, cache),
        ]),
        problemLines(image({ tag, cache: { registry: { tag: cache } } })).join('\n'),
        problemLines(image({ tag: other, additionalTags: [tag], cache: { registry: { tag: cache } } })).join('\n'),
      ];
      for (const problem of problems) expect(problem.includes(SAME), problem).to.equal(isSame);
    });
  }

  for (const [source, cache, isSame] of [
    ['r.example.com/team/src:1', 'r.example.com/team/src:1', true],
    ['r.example.com/team/src', 'R.example.com/team/src:latest', true],
    [`r.example.com/team/src:1@${DIGEST}`, 'r.example.com/team/src:1', true],
    // The source of an Image that follows a tag has a digest alone in a Build.
    [`r.example.com/team/src@${DIGEST}`, 'r.example.com/team/src', false],
  ] as const) {
    it(`${cache} is ${isSame ? '' : 'not '}the tag of the source image ${source}`, () => {
      const spec = { tag: 'r.example.com/team/app', source: { registry: { image: source } } };
      const problems = problemLines(image({ ...spec, cache: { registry: { tag: cache } } })).join('\n');
      expect(problems.includes('would replace the source image'), problems).to.equal(isSame);
    });
  }

  for (const [what, cache] of [
    ['builder image', 'R.example.com/builder:base'],
    ['run image', 'r.example.com/run'],
  ] as const) {
    it(`is not that of the ${what} of a Task`, () => {
      expect(taskProblem(['r.example.com/team/app'], cache)).to.include(`would replace the ${what}`);
    });
  }
});

const tagged = (length: number, spec: object = {}): readonly string[] =>
  problemLines(image({ tag: `r.example.com/app:${'t'.repeat(length)}`, ...spec }));

describe('the tag of an Image', () => {
  it('leaves room for the number and the time of a Build', () => {
    for (const length of [1, 100]) expect(tagged(length)).to.deep.equal([]);
    for (const length of [101, 109, 128]) {
      expect(tagged(length)).to.have.length(1);
      expect(tagged(length)[0])
        .to.include(`the tag has ${length} characters`)
        .and.to.include('at most 100 are allowed');
    }
  });

  it('can be longer without numbered tags', () => {
    expect(tagged(128, { imageTaggingStrategy: 'None' })).to.deep.equal([]);
    expect(tagged(129, { imageTaggingStrategy: 'None' })).to.have.length(1);
  });
});
