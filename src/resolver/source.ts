import type { Build } from '../api/kpack/build.ts';
import { cloudStorageOf } from '../model/cloud-storage.ts';
import { fieldError } from '../model/problem.ts';
import type { BlobSource, GitSource, RegistrySource, Source } from '../model/resolved-build.ts';
import { checkObjectName, type Report } from './report.ts';

type SourceSpec = Build['spec']['source'];

/** kpack sends the token of the node to whatever server the Build names. */
const HELPER_IS_FOR_CLOUDS =
  'helper has the cloud give a token, which goes by https to *.googleapis.com, *.blob.core.windows.net and *.file.core.windows.net alone: use secret for any other server';

/** The one source that kpack's rules have left. */
export function resolveSource({ spec }: Build, report: Report): Source | undefined {
  const { subPath = '' } = spec.source;
  if (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(subPath)) {
    report(fieldError(['spec', 'source', 'subPath'], `invalid value: ${subPath}`, 'must be a path inside the source'));
  }
  const source = git(spec.source) ?? blob(spec.source, report) ?? registry(spec.source, report);
  return source && { ...source, ...(subPath !== '' && { subPath }) };
}

function git({ git: spec }: SourceSpec): GitSource | undefined {
  if (spec === undefined) return undefined;
  const { url, revision, initializeSubmodules = false } = spec;
  return { kind: 'git', url, revision, initializeSubmodules };
}

function blob({ blob: spec }: SourceSpec, report: Report): BlobSource | undefined {
  if (spec === undefined) return undefined;
  const { url, auth, stripComponents = 0 } = spec;
  if (auth === 'helper' && cloudStorageOf(url) === undefined) {
    report(fieldError(['spec', 'source', 'blob', 'auth'], HELPER_IS_FOR_CLOUDS));
  }
  const authentication = auth === 'helper' || auth === 'secret' ? auth : 'none';
  return { kind: 'blob', url, stripComponents, authentication };
}

function registry({ registry: spec }: SourceSpec, report: Report): RegistrySource | undefined {
  if (spec === undefined) return undefined;
  const pullSecrets = [...new Set((spec.imagePullSecrets ?? []).map(({ name = '' }) => name))];
  for (const [index, name] of pullSecrets.entries()) {
    checkObjectName(name, ['spec', 'source', 'registry', 'imagePullSecrets', index, 'name'], report);
  }
  return { kind: 'registry', image: spec.image, pullSecrets };
}
