import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts, someImage, someClusterBuilder } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

type Strings = Readonly<Record<string, string>>;

interface Labelled {
  readonly metadata: { readonly labels?: Strings; readonly annotations?: Strings };
}

const BACKENDS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod in init layout': { to: 'pod', layout: 'init' },
  'pod in containers layout': { to: 'pod', layout: 'containers' },
};

/** Keys with which programs on a node or in a cluster change a Pod. */
const HOSTILE_ANNOTATIONS = [
  'io.kubernetes.cri-o.userns-mode',
  'io.kubernetes.cri-o.Devices',
  'io.kubernetes.cri-o.ShmSize',
  'cpu-quota.crio.io',
  'seccomp-profile.kubernetes.cri-o.io/POD',
  'io.katacontainers.config.hypervisor.path',
  'dev.gvisor.spec.mount.x.source',
  'run.oci.keep_original_groups',
  'cdi.k8s.io/device',
  'k8s.v1.cni.cncf.io/networks',
  'v1.multus-cni.io/default-network',
  'cni.projectcalico.org/ipAddrs',
  'vault.hashicorp.com/agent-inject',
  'vault.hashicorp.com/role',
  'sidecar.istio.io/userVolume',
  'sidecar.istio.io/proxyImage',
  'inject.istio.io/templates',
  'traffic.sidecar.istio.io/excludeOutboundPorts',
  'config.linkerd.io/proxy-image',
  'config.alpha.linkerd.io/proxy-wait-before-exit-seconds',
  'eks.amazonaws.com/role-arn',
  'azure.workload.identity/inject-proxy-sidecar',
  'iam.amazonaws.com/role',
  'example.kpack.io.example.com/x',
  'notkpack.io/x',
  'example.com/team',
];

/** Keys that are left out even if the settings allow them. */
const REFUSED_KEYS = [
  'build.kpack.io/ready',
  'taskpack.dev/inputs',
  'tekton.dev/ready',
  'chains.tekton.dev/signed',
  'container.apparmor.security.beta.kubernetes.io/build',
  'seccomp.security.alpha.kubernetes.io/pod',
];

const PASSED_ANNOTATIONS = [
  'kpack.io/anything',
  'image.kpack.io/reason',
  'image.kpack.io/buildChanges',
  'app.kubernetes.io/part-of',
  'prometheus.io/scrape',
  'cluster-autoscaler.kubernetes.io/safe-to-evict',
  'karpenter.sh/do-not-disrupt',
  'owner',
];

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

for (const [backend, overrides] of Object.entries(BACKENDS)) {
  describe(`a Build's annotations on a ${backend}`, () => {
    for (const key of HOSTILE_ANNOTATIONS) {
      it(`lack ${key}, and a note says so`, () => {
        const { annotations, problems } = translated({ annotations: { [key]: 'x' } }, overrides);
        expect(annotations).to.not.have.any.keys(key);
        expect(problems).to.deep.equal([
          `note: metadata.annotations[${key}]: annotation "${key}" is not copied to the Pod: if the Pod needs it, ask the operator to add it to ALLOWED_ANNOTATIONS`,
        ]);
      });
    }

    for (const key of REFUSED_KEYS) {
      it(`lack ${key}, whatever the settings allow`, () => {
        const allowedAnnotations = [key, `${key.split('/')[0]}/*`];
        const { annotations, problems } = translated(
          { annotations: { [key]: 'x' } },
          { ...overrides, allowedAnnotations },
        );
        expect(annotations[key]).to.not.equal('x');
        expect(problems).to.deep.equal([
          `note: metadata.annotations[${key}]: annotation "${key}" is not copied to the Pod, because it would change how the Pod runs`,
        ]);
      });
    }

    it('include those that change nothing', () => {
      const passed = Object.fromEntries(PASSED_ANNOTATIONS.map((key) => [key, 'x']));
      const { annotations, problems } = translated({ annotations: passed }, overrides);
      expect(annotations).to.include(passed);
      expect(problems).to.deep.equal([]);
    });

    it('include those that the settings allow, by key or by prefix', () => {
      const wanted = { 'io.kubernetes.cri-o.ShmSize': '1', 'config.linkerd.io/a': '2', 'config.linkerd.io/b': '3' };
      const allowedAnnotations = ['io.kubernetes.cri-o.ShmSize', 'config.linkerd.io/*'];
      const others = { 'io.kubernetes.cri-o.ShmSizes': '1', 'config.linkerd.io.example.com/a': '2' };
      const { annotations } = translated(
        { annotations: { ...wanted, ...others } },
        { ...overrides, allowedAnnotations },
      );
      expect(annotations).to.include(wanted);
      expect(annotations).to.not.have.any.keys(...Object.keys(others));
    });

    it('mask the login of a URL in the changes that kpack writes', () => {
      const changes = JSON.stringify([
        { reason: 'CONFIG', old: { git: { url: 'https://user:hunter2@example.com/a' } } },
      ]);
      const { annotations } = translated({ annotations: { 'image.kpack.io/buildChanges': changes } }, overrides);
      expect(annotations['image.kpack.io/buildChanges']).to.equal(changes.replace('user:hunter2', '***'));
    });

    it("lack kubectl's copy of the Build without a note, because no user wrote it", () => {
      const { annotations, problems } = translated({ annotations: { [LAST_APPLIED]: '{}' } }, overrides);
      expect(annotations).to.not.have.any.keys(LAST_APPLIED);
      expect(problems).to.deep.equal([]);
    });
  });

  describe(`a Build's labels on a ${backend}`, () => {
    it('include all but those that change how a Pod runs', () => {
      const { labels, problems } = translated(
        {
          labels: {
            team: 'shop',
            'example.com/team': 'shop',
            'azure.workload.identity/use': 'true',
            'tekton.dev/task': 'x',
          },
        },
        overrides,
      );
      expect(labels).to.include({ team: 'shop', 'example.com/team': 'shop' });
      expect(labels).to.not.have.any.keys('azure.workload.identity/use', 'tekton.dev/task');
      expect(problems).to.deep.equal([
        'note: metadata.labels[azure.workload.identity/use]: label "azure.workload.identity/use" is not copied to the Pod, because it would change how the Pod runs',
        'note: metadata.labels[tekton.dev/task]: label "tekton.dev/task" is not copied to the Pod, because it would change how the Pod runs',
      ]);
    });
  });
}

describe('the switches by which a Build asks for a sidecar', () => {
  it('pass to the containers layout, which supports sidecars', () => {
    const switches = {
      'linkerd.io/inject': 'enabled',
      'kuma.io/sidecar-injection': 'enabled',
      'consul.hashicorp.com/connect-inject': 'true',
    };
    const { annotations, problems } = translated({ annotations: switches }, { to: 'pod', layout: 'containers' });
    expect(annotations).to.include(switches);
    expect(problems).to.deep.equal([]);
  });
});

describe('the labels of an Image', () => {
  it("include Kueue's queue and priority, which its Build passes to each kind of workload", () => {
    const kueue = { 'kueue.x-k8s.io/queue-name': 'builds', 'kueue.x-k8s.io/priority-class': 'low' };
    for (const overrides of Object.values(BACKENDS)) {
      const documents = [someImage({}, { labels: kueue }), someAccount(), someClusterBuilder(), someFacts()];
      const { manifests } = translate(documents, someOptions({ now: 0, ...overrides }));
      expect(([...manifests].at(-1) as unknown as Labelled).metadata.labels).to.include(kueue);
    }
  });
});

describe('the annotations of an Image', () => {
  it('are judged as those of its Build', () => {
    const image = someImage({}, { annotations: { 'k8s.v1.cni.cncf.io/networks': 'x' } });
    const documents = [image, someAccount(), someClusterBuilder(), someFacts()];
    const { manifests, problems } = translate(documents, someOptions({ now: 0 }));
    expect(([...manifests].at(-1) as unknown as Labelled).metadata.annotations).to.not.have.any.keys(
      'k8s.v1.cni.cncf.io/networks',
    );
    expect(problems.map(formatProblem)).to.deep.equal([
      'metadata: annotation "k8s.v1.cni.cncf.io/networks" is not copied to the Pod: if the Pod needs it, ask the operator to add it to ALLOWED_ANNOTATIONS',
    ]);
  });
});

function translated(
  metadata: { readonly labels?: Strings; readonly annotations?: Strings },
  overrides: Partial<TranslateOptions>,
) {
  const { manifests, problems } = translate(
    [someBuild({}, metadata), someAccount(), someFacts()],
    someOptions(overrides),
  );
  const { labels = {}, annotations = {} } = ([...manifests].at(-1) as unknown as Labelled).metadata;
  return { labels, annotations, problems: problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`) };
}
