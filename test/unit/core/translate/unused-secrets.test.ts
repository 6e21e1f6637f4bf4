import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import {
  someAccount,
  someBuild,
  someClusterBuilder,
  someFacts,
  someImage,
  someSecret,
} from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const BASIC = { type: 'kubernetes.io/basic-auth' };
const SSH = { type: 'kubernetes.io/ssh-auth' };
const DOCKER = { type: 'kubernetes.io/dockerconfigjson' };
const SERVER = 'registry.example.com';
const START = 'Secret "login" of ServiceAccount "default" is unused:';

type Secret = ReturnType<typeof someSecret>;

/** Returns the warnings about a Secret that the ServiceAccount of a Build and of an Image lists. */
function warningsAbout(secret: Secret): readonly string[] {
  const documents = [
    someBuild(),
    someImage({ imageTaggingStrategy: 'None' }, { name: 'other' }),
    someClusterBuilder(),
    someFacts(),
    someAccount({ secrets: [{ name: 'login' }] }),
    secret,
  ];
  const { problems } = translate(documents, someOptions());
  expect(problems.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  // A Build without a time cannot sign with one, and gets another warning.
  return warnings.map(formatProblem).filter((line) => !line.includes('buildTimestamp'));
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('a Secret that the ServiceAccount of a Build lists', () => {
  const unused: readonly (readonly [string, Secret, string])[] = [
    [
      'with a misspelt annotation',
      someSecret('login', BASIC, { 'kpack.io/dokcer': SERVER }),
      `metadata.annotations[kpack.io/dokcer]: ${START} it has no annotation kpack.io/docker or kpack.io/git; did you mean kpack.io/docker?`,
    ],
    [
      'with an annotation and the type Opaque',
      someSecret('login', { type: 'Opaque' }, { 'kpack.io/docker': SERVER }),
      `type: ${START} it has the type Opaque, and kpack.io/docker needs kubernetes.io/basic-auth`,
    ],
    [
      'with a path in the annotation for git',
      someSecret('login', BASIC, { 'kpack.io/git': 'https://git.example.com/team' }),
      `metadata.annotations[kpack.io/git]: ${START} the annotation kpack.io/git matches no URL, because only a host and a port may follow https://, http:// or git@; write https://git.example.com`,
    ],
    [
      'with the URL of a repository in the annotation for git',
      someSecret('login', SSH, { 'kpack.io/git': 'ssh://git@git.example.com/team.git' }),
      `metadata.annotations[kpack.io/git]: ${START} the annotation kpack.io/git matches no URL, because only a host and a port may follow https://, http:// or git@; write git.example.com`,
    ],
    [
      'with a path in the annotation for blobs',
      someSecret('login', { type: 'Opaque' }, { 'kpack.io/blob': 'files.example.com/app' }),
      `metadata.annotations[kpack.io/blob]: ${START} the annotation kpack.io/blob matches no URL, because only a host and a port may follow https:// or http://; write files.example.com`,
    ],
    [
      'with an annotation and no type',
      someSecret('login', {}, { 'kpack.io/git': SERVER }),
      `type: ${START} it has no type, and kpack.io/git needs kubernetes.io/basic-auth or kubernetes.io/ssh-auth`,
    ],
    [
      'with an empty annotation',
      someSecret('login', BASIC, { 'kpack.io/git': '' }),
      `metadata.annotations[kpack.io/git]: ${START} the annotation kpack.io/git is empty; write the server`,
    ],
    [
      'with a user name and no annotation',
      someSecret('login', BASIC),
      `${START} it has no annotation kpack.io/docker or kpack.io/git, which names its server`,
    ],
    [
      'with an SSH key and no annotation',
      someSecret('login', SSH),
      `${START} it has no annotation kpack.io/git, which names its server`,
    ],
    [
      'with a Docker configuration that is not JSON',
      someSecret('login', { ...DOCKER, data: { '.dockerconfigjson': base64('secret') } }),
      `data[.dockerconfigjson]: ${START} .dockerconfigjson is not a JSON object`,
    ],
    [
      'with an old Docker configuration that is not JSON',
      someSecret('login', { type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': 'secret' } }),
      `stringData[.dockercfg]: ${START} .dockercfg is not a JSON object`,
    ],
  ];
  for (const [title, secret, warning] of unused) {
    it(`is reported once ${title}`, () => {
      expect(warningsAbout(secret)).to.deep.equal([warning]);
    });
  }

  const silent: readonly (readonly [string, Secret])[] = [
    ['for a registry', someSecret('login', BASIC, { 'kpack.io/docker': SERVER })],
    ['for git', someSecret('login', SSH, { 'kpack.io/git': 'git@git.example.com' })],
    ['for blobs, although this Build fetches none', someSecret('login', {}, { 'kpack.io/blob': SERVER })],
    ['for signing', someSecret('login', { type: 'Opaque', stringData: { 'cosign.key': 'k' } })],
    ['with a Docker configuration', someSecret('login', { ...DOCKER, data: { '.dockerconfigjson': base64('{}') } })],
    ['with a Docker configuration without its value', someSecret('login', DOCKER)],
    ['encrypted', someSecret('login', { ...DOCKER, data: { '.dockerconfigjson': 'ENC[a]' }, sops: {} })],
    ['with a token of the ServiceAccount', someSecret('login', { type: 'kubernetes.io/service-account-token' })],
    ['for a program', someSecret('login', { type: 'Opaque' }, { 'example.com/owner': 'team' })],
    ['for Tekton', someSecret('login', BASIC, { 'tekton.dev/git-0': SERVER })],
  ];
  for (const [title, secret] of silent) {
    it(`is not reported ${title}`, () => {
      expect(warningsAbout(secret)).to.deep.equal([]);
    });
  }

  it('is reported at its file and line', () => {
    const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: default}\nsecrets: [{name: login}]\n---\n';
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: login\ntype: kubernetes.io/basic-auth\n';
    const { documents } = parseYaml(`${account}${secret}`, 'secrets.yaml');
    const { problems } = translate([someBuild(), someFacts(), ...documents], someOptions());
    expect(problems.map(({ location }) => location)).to.deep.equal([{ file: 'secrets.yaml', line: 6, column: 1 }]);
  });

  it('needs the annotations and types of the page on input files', () => {
    const page = readFileSync('docs/reference/input-files.md', 'utf8');
    for (const word of [
      'kpack.io/docker',
      'kpack.io/git',
      'kpack.io/blob',
      'cosign.key',
      ...[BASIC, SSH, DOCKER].map(({ type }) => type),
    ]) {
      expect(page).to.include(`\`${word}\``);
    }
  });
});
