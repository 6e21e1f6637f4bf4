import type { Build } from '../api/kpack/build.ts';
import { BLOB_VERSION_ANNOTATION, parseBlobVersion, type BlobVersion } from '../model/blob-version.ts';
import { cloudStorageOf } from '../model/cloud-storage.ts';
import { fieldError, fieldWarning } from '../model/problem.ts';
import type { BlobSource, GitSource, RegistrySource, Source } from '../model/build-source.ts';
import { gitAddressFault, hasLogin, readBlobUrl, readGitLocation } from '../model/source-address.ts';
import { checkObjectName, type Report } from './report.ts';
import { lengthFault } from '../model/bounded-url.ts';

type SourceSpec = Build['spec']['source'];

/**
 * kpack sends the node's token to any server. taskpack restricts the servers, because a token gives access to the
 * cloud.
 */
const HELPER_SERVERS =
  'the authentication "helper" sends cloud tokens only to *.googleapis.com, *.blob.core.windows.net and *.file.core.windows.net over https: use "secret" for other servers';

const READABLE_LOGIN =
  'the URL holds a login, and everybody who can read the Build, TaskRun or Pod can read it: ' +
  'use a URL without a login, and put the login into a Secret of the ServiceAccount with the annotation';

/**
 * Resolves the source. kpack's rules have checked that there is exactly one. An invalid Build can have several: then the
 * problems of all of them are reported.
 */
export function resolveSource(build: Build, report: Report): Source | undefined {
  const { spec } = build;
  const { subPath = '' } = spec.source;
  if (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(subPath)) {
    report(fieldError(['spec', 'source', 'subPath'], `invalid value: ${subPath}`, 'must be a path inside the source'));
  }
  const source = [git(spec.source, report), blob(build, report), registry(spec.source, report)].find(
    (each) => each !== undefined,
  );
  return source && { ...source, ...(subPath !== '' && { subPath }) };
}

// A message does not quote a URL, because a URL can contain a password.
function git({ git: spec }: SourceSpec, report: Report): GitSource | undefined {
  if (spec === undefined) return undefined;
  const { url, revision, initializeSubmodules = false } = spec;
  const location = readGitLocation(url);
  if (location?.kind === 'url' && hasLogin(location.url)) {
    report(fieldWarning(['spec', 'source', 'git', 'url'], `${READABLE_LOGIN} "kpack.io/git"`));
  }
  const fault = gitAddressFault(url);
  if (fault !== undefined) report(fieldError(['spec', 'source', 'git', 'url'], fault));
  return { kind: 'git', url, revision, initializeSubmodules };
}

function blob({ metadata, spec: { source } }: Build, report: Report): BlobSource | undefined {
  const { blob: spec } = source;
  if (spec === undefined) return undefined;
  const { url, auth, stripComponents = 0 } = spec;
  const location = readBlobUrl(url);
  if (location !== undefined && hasLogin(location)) {
    report(
      fieldWarning(['spec', 'source', 'blob', 'url'], `${READABLE_LOGIN} "kpack.io/blob", and set "auth: secret"`),
    );
  }
  if (location === undefined) {
    const fault = lengthFault(url) ?? 'is not an http:// or https:// URL';
    report(fieldError(['spec', 'source', 'blob', 'url'], fault));
  } else if (auth === 'helper' && cloudStorageOf(url) === undefined) {
    report(fieldError(['spec', 'source', 'blob', 'auth'], HELPER_SERVERS));
  }
  const authentication = auth === 'helper' || auth === 'secret' ? auth : 'none';
  const version = blobVersion(metadata.annotations?.[BLOB_VERSION_ANNOTATION], report);
  return { kind: 'blob', url, stripComponents, authentication, ...(version !== undefined && { version }) };
}

function blobVersion(text: string | undefined, report: Report): BlobVersion | undefined {
  if (text === undefined) return undefined;
  const version = parseBlobVersion(text);
  if (version === undefined) {
    const message =
      'is not the version of a blob: use sha256: and 64 hexadecimal digits, or etag: and an ETag without quotes';
    report(fieldError(['metadata', 'annotations', BLOB_VERSION_ANNOTATION], message));
  }
  return version;
}

function registry({ registry: spec }: SourceSpec, report: Report): RegistrySource | undefined {
  if (spec === undefined) return undefined;
  const pullSecrets = [...new Set((spec.imagePullSecrets ?? []).map(({ name = '' }) => name))];
  for (const [index, name] of pullSecrets.entries()) {
    checkObjectName(name, ['spec', 'source', 'registry', 'imagePullSecrets', index, 'name'], report);
  }
  return { kind: 'registry', image: spec.image, pullSecrets };
}
