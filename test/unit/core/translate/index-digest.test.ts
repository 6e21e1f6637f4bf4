import { expect } from 'chai';
import { formatProblem, translate, translateOptions } from '../../../../src/index.ts';
import { someAccount, someBuild, someFacts, type TestDocument } from '../../../support/documents.ts';

const INDEX = `sha256:${'1'.repeat(64)}`;

/** The facts of an image of the index, whose user differs from those of the others. */
function factsFor(architecture: string, uid: number, fields: Readonly<Record<string, unknown>> = {}): TestDocument {
  return someFacts({ platform: { os: 'linux', architecture }, uid, indexDigest: INDEX, ...fields });
}

/** Returns the architecture and the user of the Build's TaskRun, or the errors. */
function translated(nodeSelector: Readonly<Record<string, string>>, ...facts: readonly TestDocument[]): unknown {
  return translatedBuild(someBuild({ nodeSelector }), facts);
}

function translatedBuild(build: TestDocument, facts: readonly TestDocument[]): unknown {
  const { manifests, problems } = translate([build, someAccount(), ...facts], translateOptions());
  const errors = problems.filter(({ severity }) => severity === 'error').map(formatProblem);
  if (errors.length > 0) return errors;
  const taskRun = [...manifests].find(({ kind }) => kind === 'TaskRun');
  const spec = taskRun?.['spec'] as unknown as TaskRunSpec | undefined;
  return [spec?.podTemplate.nodeSelector?.['kubernetes.io/arch'], spec?.podTemplate.securityContext.runAsUser];
}

interface TaskRunSpec {
  readonly podTemplate: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly securityContext: { readonly runAsUser: number };
  };
}

describe('facts of an image in an index', () => {
  for (const reference of ['', `@${INDEX}`]) {
    it(`pin the builder by the digest of the index: registry.example.com/builder${reference}`, () => {
      const build = someBuild({ builder: { image: `registry.example.com/builder${reference}` } });
      const documents = [build, someAccount(), someFacts({ indexDigest: INDEX })];
      const { manifests, problems } = translate(documents, translateOptions());
      expect(problems).to.deep.equal([]);
      const images = JSON.stringify([...manifests]).match(/registry\.example\.com\/builder[^"\\]*/g);
      expect(new Set(images)).to.deep.equal(new Set([`registry.example.com/builder@${INDEX}`]));
    });
  }
});

describe('the image of an index', () => {
  const ARM64 = { 'kubernetes.io/arch': 'arm64' };
  const [ofArm64, ofAmd64] = [factsFor('arm64', 2000), factsFor('amd64', 1000)];

  it('is the one for amd64 if the node selector names no architecture', () => {
    expect(translated({}, ofArm64, ofAmd64)).to.deep.equal(['amd64', 1000]);
    expect(translated({}, ofArm64)).to.deep.equal(['arm64', 2000]);
  });

  it('is the one that the node selector names', () => {
    expect(translated(ARM64, ofAmd64, ofArm64)).to.deep.equal(['arm64', 2000]);
  });

  it('is missing if the input has facts of other images only', () => {
    expect(translated(ARM64, ofAmd64)).to.deep.equal([
      'spec.builder.image: no facts about builder image registry.example.com/builder for arm64: run "taskpack inspect --platform linux/arm64 registry.example.com/builder >> facts.yaml" and pass -f facts.yaml, or omit --offline',
    ]);
  });

  it('is the one that the options name, and the message about missing facts names it too', () => {
    const options = { ...translateOptions(), architecture: 'arm64' };
    const documents = [someBuild(), someAccount(), ofAmd64];
    expect(translate([...documents, ofArm64], options).problems).to.deep.equal([]);
    expect(translate(documents, options).problems.map(formatProblem)).to.deep.equal([
      'spec.builder.image: no facts about builder image registry.example.com/builder for arm64: run "taskpack inspect --platform linux/arm64 registry.example.com/builder >> facts.yaml" and pass -f facts.yaml, or omit --offline',
    ]);
  });

  it('can be a single image, whose facts stand beside those of the index', () => {
    const single = factsFor('arm64', 2000, { indexDigest: undefined });
    expect(translated(ARM64, ofAmd64, single)).to.deep.equal(['arm64', 2000]);
    expect(translated({ 'kubernetes.io/arch': 'amd64' }, ofAmd64, single)).to.deep.equal(['amd64', 1000]);
  });

  it('has one document of facts for each architecture', () => {
    expect(translated({}, ofAmd64, factsFor('amd64', 1001))).to.deep.equal([
      'ImageFacts "registry.example.com/builder" is in the input twice; remove one of them',
    ]);
  });
});

describe('facts about one image under several names', () => {
  const digest = `sha256:${'2'.repeat(64)}`;
  const exact = `registry.example.com/builder@${digest}`;
  const named = (image: string, uid: number): TestDocument =>
    someFacts({ image, digest, uid, platform: { os: 'linux', architecture: 'amd64' } });
  const userOf = (...facts: readonly TestDocument[]): unknown =>
    translatedBuild(someBuild({ builder: { image: exact } }), facts);

  it('are those under the name in the Build, whatever their order', () => {
    const facts = [named('registry.example.com/builder:base', 1000), named(exact, 2000)];
    expect(userOf(...facts)).to.deep.equal(['amd64', 2000]);
    expect(userOf(...facts.toReversed())).to.deep.equal(['amd64', 2000]);
  });

  it('are the last ones if only their digest is that of the Build', () => {
    const facts = ['base', 'full'].map((tag, index) => named(`registry.example.com/builder:${tag}`, 1000 + index));
    expect(userOf(...facts)).to.deep.equal(['amd64', 1001]);
  });
});
