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
});
