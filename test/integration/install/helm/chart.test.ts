import { expect } from 'chai';
import path from 'node:path';
import { installation } from '../../../../src/install/installation.ts';
import { objectAt, textAt } from '../../../support/json-field.ts';
import { isJsonObject, type JsonObject } from '../../../../src/core/model/json.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/settings/settings.ts';
import { installed } from '../../../support/manifests.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { CHART, helmIn, objectsIn, type Helm } from './helm.ts';

const { images: IMAGES } = DEFAULT_SETTINGS;

/** Values that turn everything on. */
const EVERYTHING = `
podDisruptionBudget: { enabled: true }
crds: { v1alpha3: true }
warmNodes: { enabled: true }
monitoring:
  podMonitor: { enabled: true }
  prometheusRule: { enabled: true }
  dashboard: { enabled: true }
networkPolicies: { enabled: true, buildNamespaces: [team] }
openshift: { enabled: true, buildNamespaces: [team] }
webhooks: { service: { enabled: true } }
`;

const OVERLAYS = ['high-availability', 'warm', 'monitoring', 'network-policies', 'openshift', 'webhooks', 'v1alpha3'];

/** The binding that lets the Builds of a namespace run as the user of their builder, whatever their ServiceAccount. */
const CONSTRAINTS_IN_TEAM = constraintsInTeam();

describe('the Helm chart', function () {
  this.timeout(120_000);
  const workspace = makeWorkspace();
  const valuesFile = path.join(workspace.path, 'values.yaml');
  let helm: Helm;

  const template = async (...args: readonly string[]): Promise<readonly JsonObject[]> =>
    objectsIn(await helm('template', 'taskpack', CHART, '-n', 'taskpack', ...args));
  const checksum = async (...args: readonly string[]): Promise<unknown> => {
    const deployment = (await template(...args)).find(({ kind }) => kind === 'Deployment') ?? {};
    const pod = objectAt(objectAt(deployment, 'spec'), 'template');
    return objectAt(objectAt(pod, 'metadata'), 'annotations')['checksum/settings'];
  };
  const templateOf = async (values: string, ...args: readonly string[]): Promise<readonly JsonObject[]> => {
    workspace.write({ 'values.yaml': values });
    return template('-f', valuesFile, ...args);
  };

  before(async function () {
    // The first run builds helm.
    this.timeout(1_800_000);
    helm = await helmIn(path.join(workspace.path, 'home'));
  });
  after(() => workspace.remove());

  for (const [name, values] of Object.entries({ 'default values': '{}', 'all values on': EVERYTHING })) {
    it(`passes helm lint with ${name}`, async () => {
      workspace.write({ 'values.yaml': values });
      expect(await helm('lint', '--strict', CHART, '-n', 'taskpack', '-f', valuesFile)).to.include('0 chart(s) failed');
    });
  }

  it('has the objects of taskpack install by default, except the Namespace', async () => {
    const wanted = installation(IMAGES);
    expect(byName(await template())).to.deep.equal(byName(wanted.filter(({ kind }) => kind !== 'Namespace')));
    expect(byName(await template('--set', 'namespace.create=true'))).to.deep.equal(byName(wanted));
  });

  it('has the objects of taskpack install with other images', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const images = 'images.registry=mirror.test/tp,images.steps.tag=v2';
    const other = `images.entrypoint.repository=other.test/waiter,images.entrypoint.digest=${digest}`;
    expect(byName(await template('--set', `${images},${other}`, '--set', 'namespace.create=true'))).to.deep.equal(
      byName(installation({ steps: 'mirror.test/tp/steps:v2', entrypoint: `other.test/waiter@${digest}` })),
    );
  });

  it('has the objects of each overlay', async () => {
    const wanted = [
      ...OVERLAYS.flatMap((name) => installed(`overlays/${name}`) as readonly JsonObject[]).map(inTeam),
      CONSTRAINTS_IN_TEAM,
    ];
    const found = byName(await templateOf(EVERYTHING));
    for (const [name, object] of Object.entries(byName(wanted))) expect(found[name], name).to.deep.equal(object);
    const usual = byName(installation(IMAGES).filter(({ kind }) => kind !== 'Namespace'));
    expect(Object.keys(found)).to.have.members([...new Set([...Object.keys(usual), ...Object.keys(byName(wanted))])]);
    expect(objectAt(found['ConfigMap taskpack/settings'] ?? {}, 'data')).to.include({ WARM_NODES: 'true' });
  });

  it('names the namespace of the release everywhere', async () => {
    workspace.write({ 'values.yaml': EVERYTHING });
    const rendered = await helm('template', 'other', CHART, '-n', 'platform', '-f', valuesFile);
    const elsewhere = objectsIn(rendered).map((object) => textAt(objectAt(object, 'metadata'), 'namespace'));
    expect(new Set(elsewhere)).to.deep.equal(new Set([undefined, 'platform', 'team']));
    expect(rendered).to.include('system:serviceaccount:platform:controller');
    expect(rendered).to.not.match(/namespace: taskpack|serviceaccount:taskpack/);
  });

  it('writes settings as text, whatever their type, and omits empty ones', async () => {
    const settings = `settings:
  BACKEND: native
  WORKERS: 8
  SOURCE_MAX_ENTRIES: 1000000
  SOURCE_MAX_BYTES: 500Mi
  ALLOW_KPACK: false
  MAXIMUM_PLATFORM_API_VERSION: '0.10'
  LOG_LEVEL: ''
  OTEL_TRACES_SAMPLER_ARG: 0.5
`;
    const { 'ConfigMap taskpack/settings': map } = byName(await templateOf(settings));
    expect(map?.['data']).to.deep.equal({
      STEPS_IMAGE: IMAGES.steps,
      ENTRYPOINT_IMAGE: IMAGES.entrypoint,
      BACKEND: 'native',
      WORKERS: '8',
      SOURCE_MAX_ENTRIES: '1000000',
      SOURCE_MAX_BYTES: '500Mi',
      ALLOW_KPACK: 'false',
      MAXIMUM_PLATFORM_API_VERSION: '0.10',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    });
  });

  it('starts new Pods if a setting changes, and only then', async () => {
    const usual = await checksum();
    expect(usual).to.match(/^[0-9a-f]{64}$/);
    expect(await checksum('--set', 'settings.BACKEND=native')).to.not.equal(usual);
    expect(await checksum('--set', 'replicas=3')).to.equal(usual);
  });

  it("places the controller's Pods as the values say", async () => {
    const values = `
replicas: 3
images: { pullSecrets: [registry-login] }
nodeSelector: { pool: platform }
tolerations: [{ key: dedicated, operator: Exists }]
affinity: { podAntiAffinity: {} }
resources: { limits: { memory: 2Gi } }
podAnnotations: { example.com/team: platform }
podLabels: { example.com/part: builds }
serviceAccount: { annotations: { eks.amazonaws.com/role-arn: arn } }
extraEnv: [{ name: HTTPS_PROXY, value: http://proxy.test }]
extraVolumes: [{ name: ca, configMap: { name: ca } }]
extraVolumeMounts: [{ name: ca, mountPath: /ca }]
`;
    const { 'Deployment taskpack/taskpack-controller': deployment, 'ServiceAccount taskpack/controller': account } =
      byName(await templateOf(values));
    const pod = 'spec.template';
    expect(deployment).to.have.nested.property('spec.replicas', 3);
    expect(deployment).to.have.deep.nested.property(`${pod}.spec.imagePullSecrets`, [{ name: 'registry-login' }]);
    // Helm merges the value with its default.
    expect(deployment).to.have.deep.nested.property(`${pod}.spec.nodeSelector`, {
      'kubernetes.io/os': 'linux',
      pool: 'platform',
    });
    expect(deployment).to.have.deep.nested.property(`${pod}.spec.tolerations`, [
      { key: 'dedicated', operator: 'Exists' },
    ]);
    expect(deployment).to.have.deep.nested.property(`${pod}.spec.affinity`, { podAntiAffinity: {} });
    expect(deployment).to.have.nested.property(`${pod}.spec.containers[0].resources.limits.memory`, '2Gi');
    expect(deployment).to.have.nested.property(`${pod}.metadata.annotations.example\\.com/team`, 'platform');
    expect(deployment).to.have.nested.property(`${pod}.metadata.labels.example\\.com/part`, 'builds');
    expect(deployment).to.have.nested.property(`${pod}.spec.containers[0].env[3].name`, 'HTTPS_PROXY');
    expect(deployment).to.have.nested.property(`${pod}.spec.containers[0].volumeMounts[1].mountPath`, '/ca');
    expect(deployment).to.have.nested.property(`${pod}.spec.volumes[1].name`, 'ca');
    expect(account).to.have.nested.property('metadata.annotations.eks\\.amazonaws\\.com/role-arn', 'arn');
  });

  it('publishes webhooks as the values say', async () => {
    const service = '{ enabled: true, type: LoadBalancer, port: 8080, annotations: { example.com/internal: "true" } }';
    const { 'Service taskpack/git-webhooks': published } = byName(
      await templateOf(`webhooks: { service: ${service} }`),
    );
    expect(published).to.have.nested.property('spec.type', 'LoadBalancer');
    expect(published).to.have.nested.property('spec.ports[0].port', 8080);
    expect(published).to.have.nested.property('metadata.annotations.example\\.com/internal', 'true');
  });

  it('uses the defaults of the controller if settings are null', async () => {
    expect(await checksum('--set', 'settings=null')).to.equal(await checksum());
  });

  for (const [value, reason] of [
    ['webhooks.service.type=Public', /webhooks/],
    ['settings.BAKEND=native', /BAKEND/],
    ['settings.BACKEND=docker', /settings.*BACKEND/],
    ['settings.WORKERS=many', /settings.*WORKERS/],
    ['replica=3', /replica/],
    ['images.steps.digest=sha256:1', /digest/],
    ['webhooks=null', /webhooks/],
    ['webhooks.service=null', /service/],
    ['images.steps=null', /steps/],
    ['crds=null', /crds/],
  ] as const) {
    it(`refuses ${value}`, async () => {
      const refused = await template('--set', value).catch(String);
      expect(refused).to.match(reason).and.include("values don't meet the specifications of the schema");
    });
  }
});

/** Labels and annotations that only a chart adds. */
const OF_HELM = [
  'helm.sh/',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/managed-by',
  'app.kubernetes.io/version',
  'checksum/',
];

/** Returns the objects by kind, namespace and name, without Helm's labels and annotations. */
function byName(objects: readonly JsonObject[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    objects.map((object) => {
      const metadata = objectAt(object, 'metadata');
      const place = [textAt(metadata, 'namespace'), textAt(metadata, 'name')].filter((part) => part !== undefined);
      return [`${textAt(object, 'kind')} ${place.join('/')}`, withoutHelm(object)];
    }),
  );
}

function withoutHelm(object: JsonObject): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(object), (key, value: unknown) => {
    if (!['labels', 'annotations'].includes(key) || !isJsonObject(value)) return value;
    const own = Object.entries(value).filter(([name]) => !OF_HELM.some((prefix) => name.startsWith(prefix)));
    return own.length === 0 ? undefined : Object.fromEntries(own);
  });
  if (!isJsonObject(copy)) throw new TypeError('expected an object');
  return copy;
}

function constraintsInTeam(): JsonObject {
  const [, binding] = installed('overlays/openshift/rbac.yaml') as readonly JsonObject[];
  const group = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:serviceaccounts:team' };
  return { ...binding, metadata: { ...objectAt(binding ?? {}, 'metadata'), namespace: 'team' }, subjects: [group] };
}

/** The policy for Builds names no namespace in config/. */
function inTeam(object: JsonObject): JsonObject {
  const metadata = objectAt(object, 'metadata');
  return metadata['name'] === 'taskpack-builds' ? { ...object, metadata: { ...metadata, namespace: 'team' } } : object;
}
