import type { ClusterBuilder } from '../../../src/core/api/kpack/cluster-builder.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import type { ComponentBuildpack } from '../../cluster/universe/buildpack-source.ts';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import type { UniverseDocuments } from '../../cluster/universe/documents.ts';
import { publishBuilder } from '../../e2e/builder/published-builder.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';

const SOURCE_FILES = 2000;
const SOURCE_FILE_BYTES = 2000;

/**
 * Takes ten seconds and creates a layer of 100 MB in 2,000 files. It mostly sleeps, so that all ways to build have the same ten
 * seconds on any machine. The bytes are random, so that the registry never has the layer.
 */
const REALISTIC: ComponentBuildpack = {
  kind: 'component',
  id: 'test/realistic',
  version: '1.0.0',
  stacks: [{ id: '*' }],
  detect: 'exit 0',
  build: `set -e
layer=$CNB_LAYERS_DIR/modules
mkdir -p "$layer/lib"
sleep 10 &
number=0
while [ $number -lt 2000 ]; do
  number=$((number + 1))
  head -c 52429 /dev/urandom > "$layer/lib/$number"
done
printf '[types]\\nlaunch = true\\n' > "$layer.toml"
wait`,
};

/** Publishes a builder with the realistic buildpack. Returns its reference. */
export async function realisticBuilder(
  { url, address }: Registry,
  { parts, builders }: UniverseDocuments,
): Promise<string> {
  const repository = 'universe/realistic';
  const digest = await pushImage(buildpackage([REALISTIC]), { url, repository }, 'latest');
  const { good } = builders;
  const builder: ClusterBuilder = {
    ...(good as ClusterBuilder),
    metadata: { name: 'realistic' },
    spec: {
      ...(good as ClusterBuilder).spec,
      tag: `${address}/builders/realistic`,
      order: [{ group: [{ image: `${address}/${repository}@${digest}` }] }],
    },
  };
  return publishBuilder([...parts, builder], '0.9');
}

/** Returns a zip file with thousands of small files. */
export function realisticSource(): Buffer {
  const content = 'x'.repeat(SOURCE_FILE_BYTES);
  return zipBytes(
    Array.from({ length: SOURCE_FILES }, (_, index) => ({
      name: `src/${Math.floor(index / 100)}/file-${index}.txt`,
      content,
      mode: 0o100644,
    })),
  );
}
