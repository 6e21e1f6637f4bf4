import { expect } from 'chai';
import { gunzipSync } from 'node:zlib';
import type { Manifest } from '../../../../src/core/model/kubernetes-object.ts';
import type { Image } from '../../../../src/core/oci/image.ts';
import type { Layer } from '../../../../src/core/oci/layer.ts';
import { makeBundle } from '../../../../src/clients/tekton-bundle/tekton-bundle.ts';
import { formatYaml } from '../../../../src/core/yaml/format-yaml.ts';

function object(kind: string, name: string, apiVersion = 'tekton.dev/v1'): Manifest {
  return { apiVersion, kind, metadata: { name }, spec: { steps: [{ name: 'a', image: 'b', command: ['c'] }] } };
}

const TASK = object('Task', 'buildpacks');
const PIPELINE = object('Pipeline', 'buildpacks');

function imageOf(objects: readonly Manifest[]): Image {
  const bundle = makeBundle(objects);
  if (bundle.kind === 'problems') throw new Error(bundle.messages.join('\n'));
  return bundle.image;
}

function problemsOf(objects: readonly Manifest[]): readonly string[] {
  const bundle = makeBundle(objects);
  return bundle.kind === 'problems' ? bundle.messages : [];
}

/** The content of a tar with one file. */
function onlyFile({ content = Buffer.alloc(0) }: Layer): { readonly path: string; readonly text: string } {
  const tar = gunzipSync(content);
  const text = (from: number, length: number): string => tar.toString('utf8', from, from + length).replace(/\0+$/, '');
  const size = Number.parseInt(text(124, 12), 8);
  expect(tar.length, 'one header, the file and two blocks of zeros').to.equal(512 * (3 + Math.ceil(size / 512)));
  return { path: text(0, 100), text: tar.toString('utf8', 512, 512 + size) };
}

describe('a Tekton Bundle', () => {
  it('has a layer with annotations for each object', () => {
    const { manifest } = imageOf([TASK, PIPELINE]);
    const { mediaType, layers } = JSON.parse(Buffer.from(manifest.content).toString()) as {
      readonly mediaType: string;
      readonly layers: readonly { readonly mediaType: string; readonly annotations: object }[];
    };
    expect(mediaType).to.equal('application/vnd.oci.image.manifest.v1+json');
    expect(layers.map(({ annotations }) => annotations)).to.deep.equal([
      {
        'dev.tekton.image.apiVersion': 'tekton.dev/v1',
        'dev.tekton.image.kind': 'pipeline',
        'dev.tekton.image.name': 'buildpacks',
      },
      {
        'dev.tekton.image.apiVersion': 'tekton.dev/v1',
        'dev.tekton.image.kind': 'task',
        'dev.tekton.image.name': 'buildpacks',
      },
    ]);
    for (const layer of layers) expect(layer.mediaType).to.equal('application/vnd.oci.image.layer.v1.tar+gzip');
  });

  it('has one file in each layer', () => {
    expect(imageOf([PIPELINE, TASK]).layers.map(onlyFile)).to.deep.equal([
      { path: 'pipeline-buildpacks.yaml', text: formatYaml(PIPELINE) },
      { path: 'task-buildpacks.yaml', text: formatYaml(TASK) },
    ]);
  });

  it('has a stable digest for any order of the objects', () => {
    const digest = 'sha256:823bc1745bfd874eca434f80ce8cf2f30017a8ad67af163b4658939127a797f6';
    expect(imageOf([TASK, PIPELINE]).manifest.digest).to.equal(digest);
    expect(imageOf([PIPELINE, TASK]).manifest.digest).to.equal(digest);
  });

  it('holds at most twenty objects', () => {
    const tasks = Array.from({ length: 21 }, (_, place) => object('Task', `task-${place}`));
    expect(problemsOf(tasks.slice(1))).to.deep.equal([]);
    expect(problemsOf(tasks)).to.deep.equal([
      'a Tekton Bundle holds at most 20 objects, but there are 21: create several bundles',
    ]);
  });

  it('holds at least one object', () => {
    expect(problemsOf([])).to.deep.equal(['a Tekton Bundle needs at least one object']);
  });

  it('holds only Tasks, Pipelines and StepActions', () => {
    expect(problemsOf([object('StepAction', 'a', 'tekton.dev/v1beta1')])).to.deep.equal([]);
    expect(problemsOf([object('TaskRun', 'a'), object('Task', 'b', 'example.com/v1')])).to.deep.equal([
      'TaskRun a of tekton.dev/v1 cannot be in a Tekton Bundle: only Tasks, Pipelines and StepActions can',
      'Task b of example.com/v1 cannot be in a Tekton Bundle: only Tasks, Pipelines and StepActions can',
    ]);
  });

  it('holds each kind and name once, because the resolver ignores versions', () => {
    expect(problemsOf([TASK, object('Task', 'buildpacks', 'tekton.dev/v1beta1'), PIPELINE, TASK])).to.deep.equal([
      'Task buildpacks occurs more than once, but Tekton finds only the first: use different names',
    ]);
  });
});
