import { readObjects } from '../../../src/core/api/read-objects.ts';
import { asSecret } from '../../../src/core/model/objects/secret.ts';
import { source } from '../../../src/core/model/objects/source.ts';
import { parseVersion } from '../../../src/core/buildpacks/version.ts';
import { denialOf, podCreationDenial } from '../../../src/controller/builds/failure/denial.ts';
import { maskingBy, WITHHOLDING } from '../../../src/controller/builds/status/masking.ts';
import { pollInterval } from '../../../src/controller/sources/resolvers/poll-interval.ts';
import { repositoryId } from '../../../src/clients/git/references/repository-id.ts';
import { hostKind } from '../../../src/clients/http/addresses/host-kind.ts';
import { KubeError } from '../../../src/clients/kube/kube-error.ts';
import { makeRedaction } from '../../../src/clients/http/redaction.ts';
import { plainLine, terminalLine } from '../../../src/insight/logs/log-text.ts';
import { lineMasks } from '../../../src/core/mask/line-mask.ts';
import { formsOfSecret } from '../../../src/core/mask/secret-forms.ts';
import { secretValues } from '../../../src/core/mask/secret-values.ts';
import { maskedTexts } from '../../../src/core/model/mask-texts.ts';
import { etagVersion, parseBlobVersion } from '../../../src/core/model/blob-version.ts';
import { parseUrl } from '../../../src/core/model/bounded-url.ts';
import { cloudStorageOf } from '../../../src/core/model/cloud-storage.ts';
import { readImageReference } from '../../../src/core/model/image-reference.ts';
import { parseApiVersion } from '../../../src/core/model/kubernetes-object.ts';
import { dnsLabel, isDnsSubdomain } from '../../../src/core/model/names.ts';
import { formatProblem } from '../../../src/core/model/problem.ts';
import { parseQuantity } from '../../../src/core/model/quantity.ts';
import { readBlobUrl, readGitLocation } from '../../../src/core/model/source-address.ts';
import { accountKeychain } from '../../../src/controller/registry-access/account-keychain.ts';
import { parseChallenges } from '../../../src/clients/registry/client/auth/www-authenticate.ts';
import { matchingKeys } from '../../../src/clients/registry/client/credentials/credential-pattern.ts';
import { entryCredential, parseDockerConfig } from '../../../src/clients/registry/client/credentials/docker-config.ts';
import { gitFailure } from '../../../src/clients/git/git-failure.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { sourceView } from '../../../src/insight/views/source-view.ts';
import { pushedRepositories } from '../../../src/controller/sources/webhooks/pushed-repositories.ts';
import { streamParts } from '../../../src/core/yaml/yaml-stream.ts';
import { someAccount, someBuild, someFacts, someImage } from '../../support/documents.ts';
import { someOptions } from '../../support/translation-of.ts';

/** A use of a tenant's text. It may throw an error, which the caller turns into a message. */
export type EntryPoint = (text: string) => unknown;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const dockerConfig = (auths: object): unknown => {
  const config = parseDockerConfig(JSON.stringify({ auths }), 'Secret a/b');
  return Object.keys(config.auths).map((key) => entryCredential(config, key));
};

const build = (spec: object, metadata: object = {}): unknown => {
  const { problems, manifests } = translate(
    [someBuild({ ...spec }, { ...metadata }), someAccount(), someFacts()],
    someOptions(),
  );
  return [problems.map(formatProblem), [...manifests]];
};

/** The places where the controller reads text that a tenant, a registry, a git server or a build's log chooses. */
export const ENTRY_POINTS: Readonly<Record<string, EntryPoint>> = {
  'the first object of a stream': (text) => streamParts(`{${text}`),
  'the text after an object of a stream': (text) => streamParts(`{}${text}`),
  'a string in the second object of a stream': (text) => streamParts(`{}{"${text}`),
  'a git URL': readGitLocation,
  'the path of a git URL': (text) => repositoryId(`https://git.example.com/a${text}`),
  'the host of a git URL': (text) => repositoryId(`https://a${text}b/app`),
  'an scp-like git URL': (text) => repositoryId(`git@git.example.com:a${text}`),
  'a host that is judged': hostKind,
  'a blob URL': (text) => readBlobUrl(`https://a${text}b/app`),
  'a blob URL with cloud storage': (text) => cloudStorageOf(`https://a${text}b.googleapis.com`),
  'a redirect': (text) => parseUrl(text, new URL('https://example.com')),
  'a redirect with a host': (text) => parseUrl(`//a${text}b`, new URL('https://example.com')),
  'a source that is shown': (text) => sourceView(source({ git: { url: `https://a${text}b/`, revision: text } })),
  'an image reference': readImageReference,
  'the registry of an image reference': (text) => readImageReference(`a.${text}/b`),
  'a quantity': parseQuantity,
  'the fraction of a quantity': (text) => parseQuantity(`1.${text}`),
  'a version': parseVersion,
  'an apiVersion': parseApiVersion,
  'a name': (text) => [dnsLabel('a', text), isDnsSubdomain(text)],
  'the version of a blob': (text) => [parseBlobVersion(`etag:${text}`), etagVersion(`W/"${text}`)],
  'a poll interval': (text) => pollInterval(60_000, { 'taskpack.dev/poll-interval': text }),
  // The client reads at most 64 KiB of headers.
  'a challenge': (text) => parseChallenges(text.slice(0, 65_536)),
  'a key of a docker config': (text) => matchingKeys([text, `a${text}.example.com`], 'registry.example.com/app'),
  'a long host and a key of a docker config': (text) => matchingKeys([text.slice(0, 1_024)], `${'a'.repeat(250)}/app`),
  'a key of a parsed docker config': (text) => dockerConfig({ [text]: {} }),
  'the auth of a docker config': (text) =>
    dockerConfig({ 'r.example.com': { auth: base64(`u:${text.slice(0, 700_000)}p`) } }),
  'the password of a docker config': (text) => dockerConfig({ a: { username: 'u', password: text.slice(0, 1_000) } }),
  'a docker annotation': (text) =>
    accountKeychain({
      own: [
        asSecret({
          type: 'kubernetes.io/basic-auth',
          metadata: { name: 'a', namespace: 'b', annotations: { 'kpack.io/docker': text } },
        }),
      ],
      pull: [],
    }),
  'a secret in a log': (text) => lineMasks(secretValues({ data: { a: base64(text.slice(0, 32_000)) } }))()('a line'),
  // The controller does other work between two portions of the forms of a secret. The first portion and the others differ.
  'a portion of the forms of a large secret': (text) => {
    const texts = maskedTexts();
    const portions = formsOfSecret(Buffer.from(text.slice(0, 780_000)).toString());
    for (let count = 0; count < 4; count += 1) texts.add(portions.next().value ?? []);
  },
  'a line of a log': (text) => lineMasks(['hunter22', `'${text.slice(0, 1_000)}`])()(text.slice(0, 524_288)),
  'a line that is shown': (text) => [plainLine(text.slice(0, 16_384)), terminalLine(text.slice(0, 16_384))],
  'a message of a container': (text) => WITHHOLDING.text(text.slice(0, 32_768)),
  'a message of a container beside secrets': (text) => {
    const secrets = Array.from({ length: 100 }, (_, index) => `${text.slice(0, 100)}${index}`);
    return maskingBy({ kind: 'known', masks: lineMasks(secrets) }).text(text.slice(0, 4_096));
  },
  'an error of a server': (text) => {
    const redaction = makeRedaction();
    redaction.addSecret(`${text.slice(0, 30_000)}b${text.slice(0, 30_000)}`);
    // At most 64 KiB of an error are read.
    return redaction.redact(text.slice(0, 65_536));
  },
  'a denial': (text) => [denialOf(text), podCreationDenial(text)],
  'an error of the API server': (text) => new KubeError('INVALID', 'create pods a/b', text),
  // The most that is kept of git's standard error.
  'an error of git': (text) => gitFailure(text.slice(0, 65_536), (line) => line),
  'the payload of a webhook': (text) =>
    pushedRepositories(Buffer.from(JSON.stringify({ repository: { clone_url: `https://a${text.slice(0, 2_000)}` } }))),
  'the URL of a Build': (text) => build({ source: { git: { url: `https://a${text}b/x`, revision: 'main' } } }),
  'the revision of a Build': (text) =>
    build({ source: { git: { url: 'https://git.example.com/app', revision: text } } }),
  'the sub path of a Build': (text) =>
    build({ source: { git: { url: 'https://git.example.com/app', revision: 'main' }, subPath: text } }),
  'the tag of a Build': (text) => build({ tags: [text] }),
  'the limit of a Build': (text) => build({ resources: { limits: { cpu: text } } }),
  'a variable of a Build': (text) => build({ env: [{ name: text.slice(0, 1_000), value: text }] }),
  'an annotation of a Build': (text) => build({}, { annotations: { 'example.com/a': text, [text]: 'a' } }),
  'an unknown field of an Image': (text) =>
    readObjects([{ ...someImage({ [text]: text }), source: undefined }] as never),
};
