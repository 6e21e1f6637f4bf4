import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import type { ComponentBuildpack } from '../../cluster/universe/buildpack-source.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { publishedBuilder } from '../builder/published-builder.ts';

/** The highest that kpack's Pods speak. */
const PLATFORM_API = '0.9';

/** Of applications in git; without it their images would have `.git`, and kpack's is another in every run. */
const NO_GIT: ComponentBuildpack = {
  kind: 'component',
  id: 'test/no-git',
  version: '1.0.0',
  stacks: [{ id: '*' }],
  detect: '[ -d .git ] || exit 100',
  build: 'rm -rf .git',
};

/** Puts the universe's builder `good`, with that buildpack before all others, into a registry; gives its reference. */
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
