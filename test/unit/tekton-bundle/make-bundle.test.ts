import { expect } from 'chai';
import { gunzipSync } from 'node:zlib';
import type { Manifest } from '../../../src/model/manifest.ts';
import type { Image } from '../../../src/registry/image.ts';
import type { Layer } from '../../../src/registry/layer.ts';
import { makeBundle } from '../../../src/tekton-bundle/make-bundle.ts';
import { formatYaml } from '../../../src/yaml/format-yaml.ts';

function object(kind: string, name: string, apiVersion = 'tekton.dev/v1'): Manifest {
  return { apiVersion, kind, metadata: { name }, spec: { steps: [{ name: 'a', image: 'b', command: ['c'] }] } };
}

const TASK = object('Task', 'buildpacks');
const PIPELINE = object('Pipeline', 'buildpacks');

function imageOf(objects: readonly Manifest[]): Image {
  const bundle = makeBundle(objects);
  if (bundle.kind === 'mistakes') throw new Error(bundle.messages.join('\n'));
  return bundle.image;
}

function mistakesOf(objects: readonly Manifest[]): readonly string[] {
  const bundle = makeBundle(objects);
  return bundle.kind === 'mistakes' ? bundle.messages : [];
}

/** Of a tar with one file. */
function onlyFile({ content = Buffer.alloc(0) }: Layer): { readonly path: string; readonly text: string } {
  const tar = gunzipSync(content);
  const text = (from: number, length: number): string => tar.toString('utf8', from, from + length).replace(/\0+$/, '');
  const size = Number.parseInt(text(124, 12), 8);
  expect(tar.length, 'one header, the file and two blocks of zeros').to.equal(512 * (3 + Math.ceil(size / 512)));
  return { path: text(0, 100), text: tar.toString('utf8', 512, 512 + size) };
}

describe('a Tekton Bundle', () => {
  it('has a layer for each object, with the annotations by which it is found', () => {
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

  it('has each object as the one file of its layer', () => {
    expect(imageOf([PIPELINE, TASK]).layers.map(onlyFile)).to.deep.equal([
      { path: 'pipeline-buildpacks.yaml', text: formatYaml(PIPELINE) },
      { path: 'task-buildpacks.yaml', text: formatYaml(TASK) },
    ]);
  });

  it('has the digest that it always had, whatever the order of the objects', () => {
    const digest = 'sha256:823bc1745bfd874eca434f80ce8cf2f30017a8ad67af163b4658939127a797f6';
    expect(imageOf([TASK, PIPELINE]).manifest.digest).to.equal(digest);
    expect(imageOf([PIPELINE, TASK]).manifest.digest).to.equal(digest);
  });

  it('holds twenty objects and no more', () => {
    const tasks = Array.from({ length: 21 }, (_, place) => object('Task', `task-${place}`));
    expect(mistakesOf(tasks.slice(1))).to.deep.equal([]);
    expect(mistakesOf(tasks)).to.deep.equal([
      'a Tekton Bundle holds at most 20 objects, and these are 21; make several bundles of them',
    ]);
  });

  it('holds something', () => {
    expect(mistakesOf([])).to.deep.equal(['there is nothing to put into the bundle']);
  });

  it('holds what can be referred to, and nothing else', () => {
    expect(mistakesOf([object('StepAction', 'a', 'tekton.dev/v1beta1')])).to.deep.equal([]);
    expect(mistakesOf([object('TaskRun', 'a'), object('Task', 'b', 'example.com/v1')])).to.deep.equal([
      'TaskRun a of tekton.dev/v1 cannot be in a Tekton Bundle, which holds Tasks, Pipelines and StepActions',
      'Task b of example.com/v1 cannot be in a Tekton Bundle, which holds Tasks, Pipelines and StepActions',
    ]);
  });

  it('has each name once, because the version of an object is not looked at', () => {
    expect(mistakesOf([TASK, object('Task', 'buildpacks', 'tekton.dev/v1beta1'), PIPELINE, TASK])).to.deep.equal([
      'Task buildpacks is there more than once, and Tekton would find only the first; name them differently',
    ]);
  });
});
