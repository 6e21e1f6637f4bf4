import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import type { BuildpackSource } from '../../cluster/universe/buildpack-source.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { runCommand } from '../../support/command.ts';
import { pushCoveringBuilder, pushLinkedBuilder } from './changed-builder.ts';
import { pushExtendingBuilder } from './extending-builder.ts';
import { HOSTILE, HOSTILE_LABELS, HOSTILE_LIFECYCLE } from './hostile-buildpack.ts';

/** The newest Platform API of the bed's lifecycle. */
export const NEWEST_PLATFORM_API = '0.14';

/** The references of the builders, of their run image and of the lifecycle image. */
export interface HostileBuilders {
  readonly attacking: string;
  /** The same with a volume that covers the waiter. */
  readonly covering: string;
  /** The same with a link in place of the waiter's directory. */
  readonly linked: string;
  /** The same with an image extension, whose Dockerfile runs the attacks as root. */
  readonly extending: string;
  /** Its exporter is a buildpack's program. The other hostile buildpacks are in it too. */
  readonly replacedLifecycle: string;
  readonly lifecycle: string;
  readonly runImage: string;
}

/** Makes builders that contain hostile buildpacks, as `taskpack builder publish` does for any buildpackages. */
export async function publishHostileBuilders(registry: Registry): Promise<HostileBuilders> {
  const pushed = await pushRunningUniverse(registry);
  const { parts } = universeDocuments(pushed);
  const base = parts.filter(({ kind }) => kind === 'ClusterStack' || kind === 'ClusterLifecycle');
  const publish = async (name: string, buildpacks: readonly BuildpackSource[]): Promise<string> => {
    const images = await Promise.all(buildpacks.map((buildpack) => pushBuildpack(registry, buildpack)));
    const documents = [...base, store(name, images), builder(name, registry, buildpacks)];
    const stdin = documents.map((document) => JSON.stringify(document)).join('\n---\n');
    // The builders have run.toml too, which Platform API 0.12 and later need.
    const env = { MAXIMUM_PLATFORM_API_VERSION: NEWEST_PLATFORM_API };
    const { status, stdout, stderr } = runCommand(['builder', 'publish', '-f', '-'], { stdin, env });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const attacking = await publish('hostile', [HOSTILE, HOSTILE_LABELS]);
  return {
    attacking,
    covering: await pushCoveringBuilder(registry, attacking),
    linked: await pushLinkedBuilder(registry, attacking),
    extending: await pushExtendingBuilder(registry, attacking),
    replacedLifecycle: await publish('hostile-lifecycle', [HOSTILE, HOSTILE_LABELS, HOSTILE_LIFECYCLE]),
    lifecycle: pushed.lifecycle,
    // `builder publish` has copied the run image to the builder's repository.
    runImage: `${registry.address}/builders/hostile@${pushed.run.replace(/^.*@/, '')}`,
  };
}

async function pushBuildpack({ url, address }: Registry, buildpack: BuildpackSource): Promise<string> {
  const repository = buildpack.id;
  const digest = await pushImage(buildpackage([buildpack]), { url, repository }, 'latest');
  return `${address}/${repository}@${digest}`;
}

function store(name: string, images: readonly string[]): object {
  const spec = { sources: images.map((image) => ({ image })) };
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterStore', metadata: { name }, spec };
}

function builder(name: string, { address }: Registry, buildpacks: readonly BuildpackSource[]): object {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterBuilder',
    metadata: { name },
    spec: {
      tag: `${address}/builders/${name}`,
      stack: { kind: 'ClusterStack', name: 'tiny' },
      lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
      store: { kind: 'ClusterStore', name },
      order: [{ group: buildpacks.map(({ id }) => ({ id })) }],
      serviceAccountRef: { name: 'default', namespace: 'default' },
    },
  };
}
