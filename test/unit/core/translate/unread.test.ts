import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import {
  someAccount,
  someBuild,
  someClusterBuilder,
  someFacts,
  someImage,
  type TestDocument,
} from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

describe('documents that cannot be read', () => {
  it('are not reported as missing by Builds that refer to them', () => {
    const documents = [someBuild(), someAccount(), someFacts({ uid: 'many' })];
    expect(lines(documents)).to.deep.equal(['uid: expected an integer, found the string "many"']);
  });

  it('do not hide the problems of other Builds', () => {
    const invalid = [someImage({ tag: 1 }), someBuild({ activeDeadlineSeconds: 0 })];
    const documents = [...invalid, someAccount(), someClusterBuilder(), someFacts()];
    expect(lines(documents)).to.deep.equal([
      'spec.tag: expected a string, found the number 1',
      'spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
    ]);
  });
});

describe('a Build with an unknown field', () => {
  const typo = { typo: 1 };

  it('is also checked for the rest of the problems', () => {
    const invalid = someBuild({
      ...typo,
      activeDeadlineSeconds: 0,
      env: [{ name: '/' }],
      resources: { requests: { cpu: '2' }, limits: { cpu: '1' } },
      source: { git: { url: 'not a url', revision: 'main' } },
    });
    expect(lines([invalid, someAccount(), someFacts()])).to.deep.equal([
      'spec.typo: unknown field "typo"',
      'spec.source.git.url: is not the address of a git repository: use https://…, http://…, ssh://…, git://… or USER@HOST:PATH',
      "spec.env[0].name: invalid value: / (must consist of letters, digits, '_', '-' or '.')",
      'spec.resources.requests.cpu: invalid value: 2 (must be less than or equal to cpu limit of 1)',
      'spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
    ]);
  });

  it('of an Image too, with the paths of the Image', () => {
    const documents = [
      someImage({ ...typo, build: { buildTimeout: 0 } }),
      someAccount(),
      someClusterBuilder(),
      someFacts(),
    ];
    expect(lines(documents)).to.deep.equal([
      'spec.typo: unknown field "typo"',
      'spec.build.buildTimeout: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
    ]);
  });

  it('is checked below a field that breaks a rule', () => {
    const source = { git: { url: 'not a url', revision: 'main' }, blob: { url: 'https://blob.test/app.zip' } };
    expect(lines([someBuild({ source }), someAccount(), someFacts()])).to.deep.equal([
      'spec.source.blob, spec.source.git: expected exactly one, got both',
      'spec.source.git.url: is not the address of a git repository: use https://…, http://…, ssh://…, git://… or USER@HOST:PATH',
    ]);
  });

  it('is checked for the problems of each of its sources', () => {
    const source = { git: { url: 'not a url', revision: 'main' }, blob: { url: 'ftp://blob.test/app.zip' } };
    expect(lines([someBuild({ source }), someAccount(), someFacts()])).to.deep.equal([
      'spec.source.blob, spec.source.git: expected exactly one, got both',
      'spec.source.git.url: is not the address of a git repository: use https://…, http://…, ssh://…, git://… or USER@HOST:PATH',
      'spec.source.blob.url: is not an http:// or https:// URL',
    ]);
  });

  it('reports no field twice, and no missing facts', () => {
    const invalid = someBuild({
      builder: { image: 5 },
      activeDeadlineSeconds: 'long',
      source: { git: { url: '' } },
      ...typo,
    });
    expect(lines([invalid, someAccount()])).to.deep.equal([
      'spec.builder.image: expected a string, found the number 5',
      'spec.source.git.url: missing field(s)',
      'spec.source.git.revision: missing field(s)',
      'spec.activeDeadlineSeconds: expected an integer, found the string "long"',
      'spec.typo: unknown field "typo"',
    ]);
    expect(lines([someBuild(typo), someAccount()])).to.deep.equal(['spec.typo: unknown field "typo"']);
  });
});

describe('a status', () => {
  it('may have fields of later versions', () => {
    const { value } = someBuild();
    const status = {
      podName: 'x',
      backend: 'tekton',
      stack: { id: 's', later: 1 },
      conditions: [{ type: 'Succeeded', status: 'True', later: 1 }],
    };
    expect(lines([{ value: { ...(value as object), status } }, someAccount(), someFacts()])).to.deep.equal([]);
  });
});

function lines(documents: readonly TestDocument[]): readonly string[] {
  return translate(documents, someOptions()).problems.map(formatProblem);
}
