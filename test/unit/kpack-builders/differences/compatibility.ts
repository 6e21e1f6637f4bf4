import { entriesOf, type Apis, type World } from '../world.ts';
import { mapStatuses, type Difference } from './difference.ts';
import { buildpacksInReach } from './images.ts';
import { strictVersion } from './version-texts.ts';

/** The Platform API versions that taskpack supports and kpack does not. */
const NEWER_APIS = ['0.9', '0.10', '0.11', '0.12', '0.13', '0.14', '0.15'];
const OUR_APIS = ['0.7', '0.8', ...NEWER_APIS];

/** Differences about compatibility and its messages. */
export const COMPATIBILITY_DIFFERENCES: readonly Difference[] = [
  {
    id: 'platform-apis-spoken',
    amend: (world) => (speaksOneOf(world, NEWER_APIS) ? withPlatformApis(world, (apis) => [...apis, '0.8']) : world),
    refusal: {
      words: /^unsupported platform apis in kpack lifecycle: /,
      holds: (world) => !speaksOneOf(world, OUR_APIS),
    },
  },
  {
    id: 'apis-that-are-no-versions',
    amend: (world) => withPlatformApis(withVersionedApis(world), (apis) => apis.filter(isVersion)),
  },
  {
    id: 'names-of-directories',
    refusal: {
      words: /^validating buildpack (.*)@(.*): the (?:id|version) must consist of letters, digits, /,
      holds: (_, [, id = '', version = '']) =>
        [id, version].some((name) => /^\.\.?$|[^\w./+-]/.test(name)) || version.includes('/'),
    },
  },
  {
    id: 'targets-are-checked',
    refusal: {
      words: /^validating buildpack (\S+): target \S.* is not supported, expecting: /,
      holds: (world, [, name]) =>
        buildpacksInReach(world).some(
          ({ id, version, targets = [] }) => `${id}@${version}` === name && targets.length > 0,
        ),
    },
  },
  {
    id: 'buildpacks-of-the-own-namespace',
    refusal: {
      words: /^a Builder can use a Buildpack of its own namespace only, not of (.*)$/,
      holds: (world, [, foreign]) =>
        foreign !== world.builder.metadata.namespace && entriesOf(world).some(({ namespace }) => namespace === foreign),
    },
  },
  { id: 'all-problems-at-once', isSeen: (kpack, ours) => kpack.refusals.length > 0 && ours.refusals.length > 1 },
];

function isVersion(api: string): boolean {
  return strictVersion(api) !== undefined;
}

function speaksOneOf({ clusterLifecycle }: World, apis: readonly string[]): boolean {
  const { deprecated, supported } = clusterLifecycle.status.apis.platform;
  return [...deprecated, ...supported].some((api) => apis.includes(api));
}

function withPlatformApis(world: World, change: (apis: readonly string[]) => readonly string[]): World {
  return withApis(world, ({ buildpack, platform }) => ({
    buildpack,
    platform: { deprecated: change(platform.deprecated), supported: change(platform.supported) },
  }));
}

/** Replaces an API that is not a version by an older version. */
function versioned(api: string): string {
  return isVersion(api) ? api : '0.1';
}

function withVersionedApis(world: World): World {
  const statuses = mapStatuses(world, (buildpacks) =>
    buildpacks.map(({ api = '', ...buildpack }) => ({ ...buildpack, api: versioned(api) })),
  );
  return withApis(statuses, ({ buildpack, platform }) => ({
    buildpack: { deprecated: buildpack.deprecated.map(versioned), supported: buildpack.supported.map(versioned) },
    platform,
  }));
}

function withApis(world: World, change: (apis: LifecycleApis) => LifecycleApis): World {
  const { clusterLifecycle } = world;
  const { status } = clusterLifecycle;
  return { ...world, clusterLifecycle: { ...clusterLifecycle, status: { ...status, apis: change(status.apis) } } };
}

interface LifecycleApis {
  readonly buildpack: Apis;
  readonly platform: Apis;
}
