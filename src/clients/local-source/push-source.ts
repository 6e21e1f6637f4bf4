import { compactTime } from '../../core/model/compact-time.ts';
import { repositoryName, type ImageReference } from '../../core/model/image-reference.ts';
import type { RegistryClient } from '../registry/client/registry-client.ts';
import { makeImage } from '../../core/oci/image.ts';
import type { SourceLayer } from './source-layer.ts';

type SourceRegistry = Pick<RegistryClient, 'hasBlob' | 'pushBlob' | 'pushManifest'>;

/** The OCI image-spec requires a platform. A source does not run. */
const CONFIG = { architecture: 'amd64', os: 'linux' };

/**
 * Pushes a source as an image with one layer, and returns the reference with its digest. Like `kp`, tags it as `latest` and with
 * the time: registries delete images without a tag, and earlier Builds may still need earlier sources. Rejects with
 * `RegistryError`.
 *
 * @param seconds the time since 1970
 */
export async function pushSource(
  registry: SourceRegistry,
  { registry: host, repository }: ImageReference,
  { layer, read }: SourceLayer,
  seconds: number,
): Promise<string> {
  const to = { registry: host, repository };
  const { config, manifest } = makeImage({ config: CONFIG, layers: [layer] });
  if (!(await registry.hasBlob(to, layer.digest))) await registry.pushBlob(to, layer, read);
  if (!(await registry.hasBlob(to, config.digest))) await registry.pushBlob(to, config, config.content);
  const upload = { mediaType: manifest.mediaType, bytes: manifest.content };
  for (const tag of ['latest', compactTime(seconds)]) await registry.pushManifest({ ...to, tag }, upload);
  return `${repositoryName(to)}@${manifest.digest}`;
}
