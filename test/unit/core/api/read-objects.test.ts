import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readObjects, type ApiObject } from '../../../../src/core/api/read-objects.ts';
import { formatProblem, type FieldPath } from '../../../../src/core/model/problem.ts';
import { readText } from './read-text.ts';

const SAMPLES = path.join(import.meta.dirname, 'fixtures/kpack-samples');
const REST = '  builder: { image: registry.test/builder }\n  source: { git: { url: u, revision: r } }\n';
const BUILD = `apiVersion: kpack.io/v1alpha2\nkind: Build\nmetadata: { name: sample }\nspec:\n  tags: [registry.test/app]\n${REST}`;

function only(text: string): ApiObject {
  const { objects, problems } = readText(text);
  expect(problems.map(formatProblem)).to.deep.equal([]);
  const [object] = objects;
  if (object === undefined) throw new Error('no object');
  return object;
}

function place(object: ApiObject, field: FieldPath): string {
  const location = object.locate(field);
  return `${location?.line}:${location?.column}`;
}

describe('readObjects', () => {
  for (const file of readdirSync(SAMPLES).filter((name) => name.endsWith('.yaml'))) {
    it(`reads kpack's sample ${file} like kpack`, () => {
      const { problems } = readText(readFileSync(path.join(SAMPLES, file), 'utf8'));
      // kpack rejects this sample too: its webhook accepts only the field's new name, `size`.
      const expected =
        file === 'image_with_cache.yaml' ? ['in.yaml:13:7 spec.cache.volume.request: unknown field "request"'] : [];
      expect(problems.map(formatProblem)).to.deep.equal(expected);
    });
  }

  it("reads kpack's samples of builders, stacks and stores", () => {
    const kinds = ['cluster_stack.yaml', 'cluster_store.yaml', 'builder.yaml', 'cluster_builder.yaml'].map(
      (file) => only(readFileSync(path.join(SAMPLES, file), 'utf8')).kind,
    );
    expect(kinds).to.deep.equal(['ClusterStack', 'ClusterStore', 'Builder', 'ClusterBuilder']);
  });

  it('reads all supported kinds and keeps other kinds unchanged', () => {
    const texts = [
      BUILD,
      'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { a: "", b: c }\n',
      'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: a }\nsecrets: [{ name: s }]\n',
      'apiVersion: taskpack.dev/v1alpha1\nkind: ImageFacts\nimage: registry.test/builder\nuid: 0\n',
      'apiVersion: kpack.io/v1alpha2\nkind: SourceResolver\nmetadata: { name: c }\nspec: { anything: yes }\n',
      'apiVersion: apps/v1\nkind: Build\n',
    ];
    const { objects, problems } = readText(texts.join('---\n'));
    expect(problems).to.deep.equal([]);
    expect(objects.map(({ kind }) => kind)).to.deep.equal([
      'Build',
      'Secret',
      'ServiceAccount',
      'ImageFacts',
      'Other',
      'Other',
    ]);
    expect(objects[4]).to.include({
      kind: 'Other',
      apiVersion: 'kpack.io/v1alpha2',
      kindName: 'SourceResolver',
      name: 'c',
    });
  });
});

it('expands Lists and locates fields in their items', () => {
  const item = BUILD.trimEnd().replaceAll('\n', '\n  ');
  const object = only(`apiVersion: v1\nkind: List\nmetadata: { resourceVersion: "" }\nitems:\n- ${item}\n`);
  expect(object.kind).to.equal('Build');
  expect(place(object, ['spec', 'tags', 0])).to.equal('9:12');
});

for (const [header, problem] of [
  ['tekton.dev/v1beta1\nkind: TaskList', '4:3 items[0].metadata.name: missing field(s)'],
  ['kpack.io/v1alpha2\nkind: BuilderList', '4:3 items[0].metadata.name: missing field(s)'],
] as const) {
  it(`reads a list of ${header.replace(/.*: /s, '')} whose item has no metadata`, () => {
    const { problems } = readText(`apiVersion: ${header}\nitems:\n- spec: {}\n`);
    expect(problems.map(formatProblem)).to.include(`in.yaml:${problem}`);
  });
}

it('names the successor of the items of an earlier list, with and without metadata', () => {
  const { problems } = readText('apiVersion: build.pivotal.io/v1alpha1\nkind: ImageList\nitems:\n- spec: {}\n- {}\n');
  expect(problems.map(({ message }) => message.slice(0, 35))).to.deep.equal(
    Array(2).fill('Image of build.pivotal.io/v1alpha1 '),
  );
});

it('reads a list of one kind whose items are null, as Go writes an empty list', () => {
  const { objects, problems } = readText('apiVersion: kpack.io/v1alpha2\nkind: ImageList\nitems: null\n');
  expect({ objects, problems }).to.deep.equal({ objects: [], problems: [] });
});

it('reports a list of one kind without items', () => {
  const { problems } = readText('apiVersion: tekton.dev/v1beta1\nkind: TaskList\nspec: {}\n');
  expect(problems.map(formatProblem)).to.deep.equal(['in.yaml:1:1 items: missing field(s)']);
});

it('treats null as missing, like Go', () => {
  const object = only(
    `${BUILD.replace('{ name: sample }', '{ name: sample, creationTimestamp: null }')}  cache: null\n  env: ~\n`,
  );
  expect(object.kind === 'Build' && object.value.spec).to.not.have.any.keys('cache', 'env');
});

it('treats an empty string as missing in structs and keeps it in maps, like Go', () => {
  const object = only(`${BUILD}  serviceAccountName: ""\n  defaultProcess: ""\n  nodeSelector: { a: "" }\n`);
  const spec = object.kind === 'Build' ? object.value.spec : undefined;
  expect(spec).to.include({ serviceAccountName: 'default' }).and.not.have.any.keys('defaultProcess');
  expect(spec?.nodeSelector).to.deep.equal({ a: '' });
});

it("accepts CNB bindings and Notary from kpack's controller", () => {
  const owner = 'ownerReferences: [{ apiVersion: kpack.io/v1alpha2, kind: Image, name: i, uid: u, controller: true }]';
  const lines =
    '  cnbBindings: [{ name: b, metadataRef: { name: m } }]\n  notary: { v1: { url: u, secretRef: { name: s } } }\n';
  expect(only(BUILD.replace('name: sample', `name: sample, ${owner}`) + lines).kind).to.equal('Build');
});

it('reads quantities written as numbers', () => {
  const object = only(`${BUILD}  resources: { limits: { cpu: 0.5, memory: 1Gi } }\n`);
  expect(object.kind === 'Build' && object.value.spec.resources?.limits).to.deep.equal({ cpu: '0.5', memory: '1Gi' });
});

it('reads documents without positions', () => {
  const { objects, problems } = readObjects([{ value: { apiVersion: 'kpack.io/v1alpha2', kind: 'Bild' } }]);
  expect(objects).to.deep.equal([]);
  expect(problems.map(formatProblem)).to.deep.equal(['kind: unknown kind "Bild" in kpack.io; did you mean "Build"?']);
});

it('ignores kinds of Kubernetes and Tekton that have names of their own', () => {
  const types = [
    ...['Service', 'Event', 'Endpoints', 'PodTemplate'].map((kind) => ['v1', kind]),
    ...['StepAction', 'CustomRun'].map((kind) => ['tekton.dev/v1beta1', kind]),
    ...['Condition', 'Run', 'EventListener'].map((kind) => ['tekton.dev/v1alpha1', kind]),
    ['tekton.dev/v1', 'Task'],
    ['triggers.tekton.dev/v1beta1', 'TriggerTemplate'],
  ];
  const { objects, problems } = readObjects(types.map(([apiVersion, kind]) => ({ value: { apiVersion, kind } })));
  expect(problems.map(formatProblem)).to.deep.equal([]);
  expect(objects.every(({ kind }) => kind === 'Other')).to.equal(true);
  expect(objects).to.have.length(types.length);
});
