import { expect } from 'chai';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInProcess } from '../../../support/command.ts';

const OLD = 'apiVersion: kpack.io/v1alpha1\nkind: Image\nmetadata: {name: shop}\nspec: {serviceAccount: x}\n';
const NEW = 'apiVersion: kpack.io/v1alpha2\nkind: Image\nmetadata: {name: shop}\nspec: {serviceAccountName: x}\n';
const BAD = 'apiVersion: kpack.io/v1alpha1\nkind: Build\nspec: {bindings: []}\n';

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

describe('taskpack convert', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-convert-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it('rewrites files, follows links, keeps permissions, and leaves no other file', async () => {
    const file = write('image.yaml', OLD);
    chmodSync(file, 0o640);
    symlinkSync(file, path.join(folder, 'link.yaml'));
    const { stdout, status } = await runInProcess(['convert', '-f', path.join(folder, 'link.yaml')]);
    expect({ stdout, status }).to.deep.equal({ stdout: `${folder}/link.yaml: Image shop converted\n`, status: 0 });
    expect(textOf(file)).to.equal(NEW);
    expect(statSync(file).mode & 0o777).to.equal(0o640);
    expect(readdirSync(folder).toSorted()).to.deep.equal(['image.yaml', 'link.yaml']);
  });

  it('writes no file if one of them has a problem', async () => {
    const [good] = [write('a.yaml', OLD), write('b.yaml', BAD)];
    const { stderr, status } = await runInProcess(['convert', '-f', folder]);
    expect(status).to.equal(1);
    expect(stderr).to.include('b.yaml:3:8 spec.bindings: v1alpha2 has no bindings');
    expect(textOf(good)).to.equal(OLD);
  });

  it('only lists the objects with --check', async () => {
    const file = write('a.yaml', OLD);
    const { stderr, status } = await runInProcess(['convert', '--check', '-f', file]);
    expect({ stderr, status }).to.deep.equal({
      stderr: `error: ${file}: Image shop is in kpack.io/v1alpha1\n`,
      status: 1,
    });
    expect(textOf(file)).to.equal(OLD);
  });

  it('says that there is nothing to convert, and skips files of other programs with -R', async () => {
    write('chart.yaml', '{{- if .Values.on }}\na: [\n');
    write('new.yaml', NEW);
    const { stderr, status } = await runInProcess(['convert', '-R', '-f', folder]);
    expect({ stderr, status }).to.deep.equal({
      stderr: 'note: no object of kpack.io/v1alpha1 is in the input\n',
      status: 0,
    });
  });

  it('names the patches of Kustomize that it does not convert, also with -R', async () => {
    write('a.yaml', OLD);
    const kustomization = `resources: [a.yaml]
patches:
- target: {group: kpack.io, version: v1alpha1, kind: Image}
  path: operations.yaml
- patch: |
    - op: add
      path: /spec/bindings/-
      value: {}
- patch: "apiVersion: kpack.io/v1alpha1\\nkind: Image\\nmetadata: {name: shop}\\nspec: {serviceAccount: y}"
- target: {kind: Deployment}
  patch: '[{op: remove, path: /spec/cacheSize}]'
- {target: {kind: Image, name: shop}, patch: 'spec: {cacheSize: 2G}'}
- {target: {group: shipwright.io, version: v1alpha1, kind: Build}, patch: 'spec: {serviceAccount: x}'}
- target: {kind: Image|Build}
  patch: '[{op: remove, path: /spec/notary}, {op: remove, path: /metadata/annotations/kpack.io~1buildTimeout}]'
patchesStrategicMerge: [operations.yaml]
`;
    write('kustomization.yaml', kustomization);
    write(
      'operations.yaml',
      '- {op: replace, path: /spec/serviceAccount, value: z}\n- {op: add, path: /spec/tag, value: t}\n',
    );
    for (const flags of [[], ['-R']]) {
      const { stderr, status } = await runInProcess(['convert', '--check', ...flags, '-f', folder]);
      expect(status).to.equal(1);
      const warned = stderr.split('\n').filter((line) => line.startsWith('warning'));
      const of = (place: string, what: string, advice: string): string =>
        `warning: ${folder}/${place}: a patch of Kustomize ${what} and is not converted: ${advice}`;
      const account = ['changes spec.serviceAccount of v1alpha1', 'write spec.serviceAccountName'] as const;
      const size = ['changes spec.cacheSize of v1alpha1', 'write spec.cache.volume.size'] as const;
      const selects = 'selects kpack.io/v1alpha1';
      expect(warned).to.deep.equal([
        of('kustomization.yaml:3:38 patches[0].target.version', selects, 'write v1alpha2'),
        of(
          'kustomization.yaml:5:10 patches[1].patch',
          'changes spec.bindings of v1alpha1',
          'v1alpha2 has no bindings; put the entries of each ConfigMap and Secret into one Secret with the entry type, and name it in spec.services',
        ),
        of('kustomization.yaml:9:10 patches[2].patch', selects, 'write kpack.io/v1alpha2'),
        of('kustomization.yaml:9:10 patches[2].patch', ...account),
        of('kustomization.yaml:12:46 patches[4].patch', ...size),
        of(
          'kustomization.yaml:15:10 patches[6].patch',
          'changes spec.notary of v1alpha1',
          'v1alpha2 refuses this field; remove it, and sign with a cosign key',
        ),
        of(
          'kustomization.yaml:15:10 patches[6].patch',
          'changes metadata.annotations[kpack.io/buildTimeout] of v1alpha1',
          'v1alpha2 has a field for this annotation; write spec.build.buildTimeout, and remove the annotation',
        ),
        of('operations.yaml:1:23 [0].path', ...account),
      ]);
    }
  });

  it('reads the patterns, groups and values of the patches', async () => {
    write('a.yaml', OLD);
    write(
      'kustomization.yaml',
      [
        'patches:\n',
        patch('kind: "Image|Builder", version: "^(v1alpha[1]|v9)$"', '/metadata/labels', '{}'),
        patch('kind: "Image|Builder"', '/spec/serviceAccount', 'z'),
        patch('kind: "Im.ge", group: "kpack[.]io"', '/spec/serviceAccount', 'z'),
        patch('kind: "", name: shop', '/spec/cacheSize', '2G'),
        patch('kind: Image', '/spec', '{cacheSize: 2G}'),
        patch('kind: Image', '""', '{spec: {cacheSize: 2G}}'),
        patch('kind: Image', '/apiVersion', 'kpack.io/v1alpha1'),
        '- {target: {kind: "Image|Builder"}, patch: "spec: {cacheSize: 2G}"}\n',
        patch('kind: "Deployment|StatefulSet"', '/spec/serviceAccount', 'z'),
        patch('kind: Image, group: caching.example.com, version: v1alpha1', '/spec/serviceAccount', 'z'),
        patch('kind: Image', '/spec', '{tag: t}'),
        patch('kind: Image', '/spec/tag', '{cacheSize: 2G}'),
        patch('version: "v1alpha1|v1alpha2"', '/metadata/labels', '{}'),
      ].join(''),
    );
    const { stderr } = await runInProcess(['convert', '--check', '-f', folder]);
    const warned = stderr.split('\n').filter((line) => line.startsWith('warning'));
    const places = warned.map((line) =>
      / (patches\S+): a patch of Kustomize (.*) and is not/.exec(line)?.slice(1).join(' '),
    );
    const [account, size] = ['serviceAccount', 'cacheSize'].map((field) => `changes spec.${field} of v1alpha1`);
    expect(places).to.deep.equal([
      'patches[0].target.version selects kpack.io/v1alpha1',
      `patches[1].patch ${account}`,
      `patches[2].patch ${account}`,
      ...[3, 4, 5].map((index) => `patches[${index}].patch ${size}`),
      'patches[6].patch names kpack.io/v1alpha1',
      `patches[7].patch ${size}`,
    ]);
  });
});

function patch(target: string, pointer: string, value: string): string {
  return `- {target: {${target}}, patch: '[{op: add, path: ${pointer}, value: ${value}}]'}\n`;
}
