import type { Manifest } from '../../../model/manifest.ts';

/** `taskrun.tekton.dev/NAME`, `pod/NAME`: how `kubectl -o name` writes an object. */
export function resourceName({ apiVersion, kind, metadata }: Manifest): string {
  const [group, version] = apiVersion.split('/');
  return `${kind.toLowerCase()}${version === undefined ? '' : `.${group}`}/${metadata.name}`;
}
