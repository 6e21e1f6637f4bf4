import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const FACTS = `
apiVersion: taskpack.dev/v1alpha1
kind: ImageFacts
image: registry.example.com/builder
digest: sha256:${'a'.repeat(64)}
platform: {os: linux, architecture: amd64}
uid: 1001
gid: 1000
stackId: io.buildpacks.stacks.jammy
lifecycle: {version: 0.20.12, apis: {platform: {supported: ["0.9"]}}}
runImage: {image: registry.example.com/run}
`;

/** Translates a Build and a file of facts without some fields. */
function problemsWithout(...fields: readonly string[]): readonly string[] {
  const lines = FACTS.split('\n').filter((line) => !fields.some((field) => line.startsWith(`${field}:`)));
  const { documents } = parseYaml(lines.join('\n'), 'facts.yaml');
  return translate([someBuild(), someAccount(), ...documents], someOptions()).problems.map(formatProblem);
}

function advice(field: string): string {
  return `(the ImageFacts at facts.yaml:2:1 have no ${field}: add the field, or replace them by the output of "taskpack inspect registry.example.com/builder")`;
}

describe('ImageFacts in a file that lack a field', () => {
  it('are complete otherwise', () => {
    expect(problemsWithout()).to.deep.equal([]);
  });

  it('are named by problems about the user', () => {
    const builder = 'spec.builder.image: builder image registry.example.com/builder:';
    expect(problemsWithout('uid', 'gid')).to.deep.equal([
      `${builder} ENV CNB_USER_ID not found ${advice('uid')}`,
      `${builder} ENV CNB_GROUP_ID not found ${advice('gid')}`,
    ]);
  });

  it('are named by a problem about the Platform API versions', () => {
    expect(problemsWithout('lifecycle')).to.deep.equal([
      `spec.builder: unsupported builder platform API versions:  ${advice('lifecycle.apis.platform')}`,
    ]);
  });

  it('are not named if the facts come from a registry', () => {
    const documents = [someBuild(), someAccount(), someFacts({ lifecycle: undefined })];
    expect(translate(documents, someOptions()).problems.map(formatProblem)).to.deep.equal([
      'spec.builder: unsupported builder platform API versions:  (the builder image names no version; use another builder)',
    ]);
  });
});
