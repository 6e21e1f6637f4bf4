import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import type { ComponentBuildpack } from '../../cluster/universe/buildpack-source.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { publishedBuilder } from '../../e2e/builder/published-builder.ts';

/** The highest Platform API that kpack's Pods use. */
const PLATFORM_API = '0.9';

/** Removes `.git` from applications. Otherwise the images contain `.git`, and kpack's `.git` differs in every run. */
export const NO_GIT: ComponentBuildpack = {
  kind: 'component',
  id: 'test/no-git',
  version: '1.0.0',
  stacks: [{ id: '*' }],
  detect: '[ -d .git ] || exit 100',
  build: 'rm -rf .git',
};

/** Pushes the universe's builder `good`, with that buildpack first, to a registry. Returns the builder's reference. */
export async function comparedBuilder(registry: Registry): Promise<string> {
  const { parts, builders } = universeDocuments(await pushRunningUniverse(registry));
  const repository = 'universe/no-git';
  const digest = await pushImage(buildpackage([NO_GIT]), { url: registry.url, repository }, 'latest');
  const noGit = { image: `${registry.address}/${repository}@${digest}`, optional: true };
  const { good } = builders;
  const order = (good.spec.order ?? []).map(({ group = [] }) => ({ group: [noGit, ...group] }));
  const spec = { ...good.spec, tag: `${registry.address}/builders/compared`, order };
  const compared = { ...good, spec } as typeof good;
  return publishedBuilder({ parts, builders: { ...builders, good: compared } }, 'good', PLATFORM_API);
}
