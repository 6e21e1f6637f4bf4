import { expect } from 'chai';
import { CommandFailure } from '../../../../src/cli/problems.ts';
import {
  readMissingImageFacts,
  type ImageAnswer,
  type ImageAnswers,
} from '../../../../src/cli/registry/inspect-images.ts';
import { withMissingFacts } from '../../../../src/cli/registry/missing-facts.ts';
import type { Documents } from '../../../../src/cli/input.ts';
import { translateDocuments } from '../../../../src/cli/translate/translate-documents.ts';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { fieldError, formatProblem } from '../../../../src/core/model/problem.ts';
import type { MissingImage } from '../../../../src/core/translate/images-without-facts.ts';
import { translate, type Translation } from '../../../../src/core/translate/translate.ts';
import { RegistryError } from '../../../../src/clients/registry/client/registry-error.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { someAccount, someBuild, someClusterBuilder, someFacts, someImage } from '../../../support/documents.ts';
import type { TestDocument } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const BUILDER = 'registry.example.com/builder';
const FACTS: ImageAnswer = { kind: 'facts', facts: someFacts().value as ImageFacts };
const KNOWN: ImageAnswers = new Map([[`${BUILDER}:latest`, FACTS]]);
const REFUSED: ImageAnswers = new Map([
  [`${BUILDER}:latest`, { kind: 'problems', messages: ['the registry is closed', 'the label is torn'] }],
]);

/** A registry that records its requests. */
function registry(answers: ImageAnswers): {
  readonly asked: (readonly MissingImage[])[];
  readonly ask: (images: readonly MissingImage[]) => Promise<ImageAnswers>;
} {
  const asked: (readonly MissingImage[])[] = [];
  const ask = async (images: readonly MissingImage[]): Promise<ImageAnswers> => {
    asked.push(images);
    return answers;
  };
  return { asked, ask };
}

function translated(documents: Documents): Translation {
  return translateDocuments(documents, someOptions());
}

function read(...documents: readonly TestDocument[]): Documents {
  return { documents, problems: [] };
}

function buildText(name: string, builder: string): string {
  return `apiVersion: kpack.io/v1alpha2
kind: Build
metadata: {name: ${name}}
spec:
  tags: [registry.example.com/app]
  activeDeadlineSeconds: 0
  builder:
    image: ${builder}
  source: {blob: {url: https://example.com/app.zip}}
`;
}

/** Returns the facts of the image of an index. */
function ofArchitecture(architecture: string): ImageAnswer {
  const fields = { platform: { os: 'linux', architecture }, indexDigest: `sha256:${'1'.repeat(64)}` };
  return { kind: 'facts', facts: someFacts(fields).value as ImageFacts };
}

describe('missing image facts', () => {
  it('need no registry if the input has all facts', async () => {
    const { asked, ask } = registry(KNOWN);
    const translation = await withMissingFacts(read(someBuild(), someAccount(), someFacts()), translated, ask);
    expect([translation.problems, asked]).to.deep.equal([[], []]);
  });

  it('come from registries as if the input had them', async () => {
    const documents = [someBuild(), someImage(), someClusterBuilder(), someAccount()];
    const { asked, ask } = registry(KNOWN);
    const { manifests, problems } = await withMissingFacts(read(...documents), translated, ask);
    const expected = translate([...documents, someFacts()], someOptions());
    expect(asked).to.deep.equal([[{ image: BUILDER }]]);
    expect(problems).to.deep.equal(expected.problems);
    expect([...manifests]).to.deep.equal([...expected.manifests]);
    expect(JSON.stringify([...manifests])).to.include(`"${BUILDER}@sha256:`);
  });

  it("are reported with the registry's message at every field that names the image, with all other problems", async () => {
    const text = `${buildText('one', BUILDER)}---\n${buildText('two', `${BUILDER}:latest`)}`;
    const account = { value: someAccount().value };
    const { documents } = parseYaml(text, 'builds.yaml');
    const { manifests, problems } = await withMissingFacts(
      { documents: [...documents, account], problems: [] },
      translated,
      registry(REFUSED).ask,
    );
    expect([...manifests]).to.deep.equal([]);
    const limit = 'spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)';
    expect(problems.map(formatProblem)).to.deep.equal([
      'builds.yaml:8:12 spec.builder.image: the registry is closed',
      'builds.yaml:8:12 spec.builder.image: the label is torn',
      `builds.yaml:6:26 ${limit}`,
      'builds.yaml:18:12 spec.builder.image: the registry is closed',
      'builds.yaml:18:12 spec.builder.image: the label is torn',
      `builds.yaml:16:26 ${limit}`,
    ]);
  });

  it('of the image of an index are read for each architecture that a Build chooses', async () => {
    const { asked, ask } = registry(
      new Map([
        [`${BUILDER}:latest`, ofArchitecture('amd64')],
        [`${BUILDER}:latest arm64`, ofArchitecture('arm64')],
        [`${BUILDER}:latest s390x`, { kind: 'problems', messages: ['the index has none'] }],
      ]),
    );
    const builds = ['arm64', 's390x'].map((architecture) =>
      someBuild({ nodeSelector: { 'kubernetes.io/arch': architecture } }, { name: architecture }),
    );
    const { problems } = await withMissingFacts(read(someBuild(), ...builds, someAccount()), translated, ask);
    const wanted = ['arm64', 's390x'].map((architecture) => ({ image: BUILDER, architecture }));
    expect(asked).to.deep.equal([[{ image: BUILDER }, ...wanted]]);
    expect(problems.filter(({ severity }) => severity === 'error').map(formatProblem)).to.deep.equal([
      'spec.builder.image: the index has none',
    ]);
  });

  it('are not requested if an input is unreadable, because it could have the facts', async () => {
    const unreadable = fieldError([], 'facts.yaml: no such file or directory');
    const { asked, ask } = registry(KNOWN);
    const documents = { documents: [someBuild(), someAccount()], problems: [unreadable] };
    const { problems } = await withMissingFacts(documents, translated, ask);
    expect([problems, asked]).to.deep.equal([[unreadable], []]);
  });

  it('hide no other problem if the registry client cannot start', async () => {
    const failure = new CommandFailure([fieldError([], 'docker config: permission denied')], 1);
    const documents = read(someBuild({ activeDeadlineSeconds: 0 }), someAccount());
    const error = await rejection(withMissingFacts(documents, translated, async () => Promise.reject(failure)));
    if (!(error instanceof CommandFailure)) throw new Error('this should have failed as a command does');
    expect(error.exitCode).to.equal(1);
    expect(error.problems.map(formatProblem)).to.deep.equal([
      'docker config: permission denied',
      'spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
    ]);
  });

  it('do not catch programming errors', async () => {
    const mistake = new TypeError('x is not a function');
    const work = withMissingFacts(read(someBuild(), someAccount()), translated, async () => Promise.reject(mistake));
    expect(await rejection(work)).to.equal(mistake);
  });

  it('of an unreachable registry are reported with the advice to work without it', async () => {
    const subject = { registry: 'registry.example.com', image: BUILDER };
    const failing = (code: 'NETWORK' | 'DENIED') => ({
      config: async () => Promise.reject(new RegistryError(code, subject, 'no')),
    });
    const messages = async (code: 'NETWORK' | 'DENIED'): Promise<readonly string[]> => {
      const ask = async (images: readonly MissingImage[]) => readMissingImageFacts(failing(code) as never, images);
      const { problems } = await withMissingFacts(read(someBuild(), someAccount()), translated, ask, '. Stay offline');
      return problems.map(({ message }) => message);
    };
    expect(await messages('NETWORK')).to.deep.equal([`${BUILDER}: no. Stay offline`]);
    expect(await messages('DENIED')).to.deep.equal([`${BUILDER}: no`]);
  });
});
