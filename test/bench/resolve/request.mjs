const GROUPS = 100;
const METAS = 10;

/** An order of 100 groups with four entries, one of each form, and the given number of buildpacks and versions. */
export function someRequest(buildpacks, versions) {
  const statuses = Array.from({ length: buildpacks }, (_, number) => someVersions(number, versions));
  const half = Math.ceil(buildpacks / 2);
  return {
    builder: { kind: 'Builder', namespace: 'team', store: 'everything' },
    order: Array.from({ length: GROUPS }, (_, group) => ({ group: someGroup(group, buildpacks) })),
    sources: [
      { resource: { kind: 'ClusterStore', name: 'everything' }, buildpacks: statuses.slice(0, half).flat() },
      ...statuses.slice(half).map((status, index) => ({
        resource: { kind: 'ClusterBuildpack', name: `resource-${half + index}` },
        buildpacks: status,
      })),
    ],
    lifecycle: {
      image: 'example.com/lifecycle',
      buildpackApis: { deprecated: [], supported: ['0.10', '0.12'] },
      platformApis: { deprecated: [], supported: ['0.9', '0.12'] },
      platform: { os: 'linux', architecture: 'amd64' },
    },
    stack: { id: 'some.stack', mixins: [], platform: { os: 'linux', architecture: 'amd64' } },
  };
}

function someGroup(group, buildpacks) {
  const number = (place) => ((group * 4 + place) * 97) % buildpacks;
  const half = Math.ceil(buildpacks / 2);
  const named = half + (number(3) % (buildpacks - half));
  return [
    { id: idOf(number(0)) },
    { id: idOf(number(1)), version: '1.3.0' },
    { id: idOf(number(2)), version: '^1.2', optional: true },
    { kind: 'ClusterBuildpack', name: `resource-${named}`, id: idOf(named) },
  ];
}

/** Copies every string and object, as parsing a status does: entries share none. */
function someVersions(number, versions) {
  const status = Array.from({ length: versions }, (_, version) => ({
    id: idOf(number),
    version: `1.${version}.0`,
    diffId: `sha256:${digits(number, version, '1')}`,
    digest: `sha256:${digits(number, version, '2')}`,
    size: 1000 + version,
    api: '0.10',
    image: 'example.com/buildpacks',
    ...(number % METAS === METAS - 1 ? { order: someChildren(number, version) } : { stacks: [{ id: '*' }] }),
  }));
  return JSON.parse(JSON.stringify(status));
}

/** The children are the buildpacks right before it. Every tenth meta-buildpack contains the meta-buildpack before it, one level deep. */
function someChildren(number, version) {
  const nests = number % (METAS * METAS) === METAS * METAS - 1;
  const children = Array.from({ length: nests ? METAS : METAS - 1 }, (_, index) => number - 1 - index);
  return [{ group: children.map((child) => ({ id: idOf(child), version: `1.${version}.0`, optional: true })) }];
}

function digits(number, version, last) {
  return `${number}`.padStart(40, '0') + `${version}`.padStart(23, '0') + last;
}

function idOf(number) {
  return `example/buildpack-${number}`;
}
