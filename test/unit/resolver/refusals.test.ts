import { expect } from 'chai';
import { formatProblem } from '../../../src/model/problem.ts';
import type { TranslateOptions } from '../../../src/translate/options.ts';
import { translate } from '../../../src/translate/translate.ts';
import {
  someAccount,
  someBuild,
  someClusterBuilder,
  someFacts,
  someImage,
  someSecret,
  type TestDocument,
} from '../../support/documents.ts';
import { someOptions } from '../../support/translation-of.ts';

interface Row {
  readonly title: string;
  readonly documents: readonly TestDocument[];
  readonly options?: Partial<TranslateOptions>;
  readonly says: readonly string[];
}

const ACCOUNT = someAccount();
const FACTS = someFacts();
const SERVICE = { apiVersion: 'v1', kind: 'Secret', name: 'database' };
const PROVISIONED = { apiVersion: 'db.example.com/v1', kind: 'Database', name: 'orders' };

/** What a well-formed Build is refused for, once it is joined with what it names. */
const ROWS: readonly Row[] = [
  {
    title: 'a builder without facts',
    documents: [someBuild(), ACCOUNT],
    says: [
      'error: spec.builder.image: nothing is known of builder image registry.example.com/builder: run "taskpack inspect registry.example.com/builder > facts.yaml" and add -f facts.yaml, or leave out --offline',
    ],
  },
  {
    title: 'facts of another digest than the one asked for',
    documents: [
      someBuild({ builder: { image: `registry.example.com/builder@sha256:${'c'.repeat(64)}` } }),
      ACCOUNT,
      FACTS,
    ],
    says: [
      `error: spec.builder.image: nothing is known of builder image registry.example.com/builder@sha256:${'c'.repeat(64)}: run "taskpack inspect registry.example.com/builder@sha256:${'c'.repeat(64)} > facts.yaml" and add -f facts.yaml, or leave out --offline`,
    ],
  },
  {
    title: 'a Windows builder',
    documents: [someBuild(), ACCOUNT, someFacts({ platform: { os: 'windows', architecture: 'amd64' } })],
    says: ['error: spec.builder.image: builder image registry.example.com/builder: windows builds are not supported'],
  },
  {
    title: 'a builder without a user and a group',
    documents: [someBuild(), ACCOUNT, someFacts({ uid: undefined, gid: undefined })],
    says: [
      'error: spec.builder.image: builder image registry.example.com/builder: ENV CNB_USER_ID not found',
      'error: spec.builder.image: builder image registry.example.com/builder: ENV CNB_GROUP_ID not found',
    ],
  },
  {
    title: 'a builder of root',
    documents: [someBuild(), ACCOUNT, someFacts({ uid: 0 })],
    says: [
      'error: spec.builder.image: builder image registry.example.com/builder: its user is root, as whom the lifecycle refuses to run buildpacks',
    ],
  },
  {
    title: 'a lifecycle that is too old',
    documents: [
      someBuild(),
      ACCOUNT,
      someFacts({ lifecycle: { apis: { platform: { deprecated: ['0.3'], supported: ['0.4'] } } } }),
    ],
    says: ['error: spec.builder: unsupported builder platform API versions: 0.3,0.4'],
  },
  {
    title: 'a lifecycle that is too new for the maximum',
    documents: [
      someBuild(),
      ACCOUNT,
      someFacts({ lifecycle: { apis: { platform: { supported: ['0.12', '0.13'] } } } }),
    ],
    says: ['error: spec.builder: unsupported builder platform API versions: 0.12,0.13'],
  },
  {
    title: 'a builder without a stack at a platform API that has stacks',
    documents: [someBuild(), ACCOUNT, someFacts({ stackId: undefined })],
    says: ['error: spec.builder: builder image stack ID label not present, which platform API 0.9 needs'],
  },
  {
    title: 'no run image',
    documents: [someBuild(), ACCOUNT, someFacts({ runImage: undefined })],
    says: ['error: spec.runImage.image: the builder names no run image, so the Build has to'],
  },
  {
    title: 'a run image that is none',
    documents: [someBuild({ runImage: { image: 'UPPER/case' } }), ACCOUNT, FACTS],
    says: ['error: spec.runImage.image: invalid value: UPPER/case'],
  },
  {
    title: 'a Builder that is not there',
    documents: [someBuild({ builder: { ref: { kind: 'Builder', name: 'mine' } } }), ACCOUNT, FACTS],
    says: [
      'error: spec.builder.ref: unable to resolve builder image: Builder "mine" not found; add it, with its status, by -f',
    ],
  },
  {
    title: 'a ClusterBuilder without an image',
    documents: [
      someBuild({ builder: { ref: { kind: 'ClusterBuilder', name: 'base' } } }),
      ACCOUNT,
      FACTS,
      someClusterBuilder({}),
    ],
    says: [
      'error: spec.builder.ref: ClusterBuilder "base" has no latestImage: add it as it is on the cluster, with its status',
    ],
  },
  {
    title: 'a builder of an unknown kind',
    documents: [someBuild({ builder: { ref: { kind: 'Bauer', name: 'x' } } }), ACCOUNT, FACTS],
    says: ['error: spec.builder.ref.kind: unable to parse builder kind "Bauer"'],
  },
  {
    title: 'a Builder of another namespace',
    documents: [
      someBuild({ builder: { ref: { kind: 'Builder', name: 'x', namespace: 'theirs' } } }, { namespace: 'mine' }),
      someAccount({}, { namespace: 'mine' }),
      FACTS,
    ],
    says: ['error: spec.builder.ref.namespace: a Build may only use a Builder of its own namespace'],
  },
  {
    title: 'a secret that does not exist',
    documents: [someBuild(), someAccount({ secrets: [{ name: 'registry' }] }), FACTS],
    says: [
      'error: spec.serviceAccountName: secret "registry", which ServiceAccount "default" lists, not found; add it by -f (its type and annotations are needed, its values are not)',
    ],
  },
  {
    title: 'references without a name',
    documents: [someBuild(), someAccount({ secrets: [{}], imagePullSecrets: [{ name: '' }] }), FACTS],
    says: [
      'error: spec.serviceAccountName: ServiceAccount has invalid Secret reference',
      'error: spec.serviceAccountName: ServiceAccount has invalid ImagePullSecret reference',
    ],
  },
  {
    title: 'a pull secret whose name is a path',
    documents: [someBuild(), someAccount({ imagePullSecrets: [{ name: '../up' }] }), FACTS],
    says: ['error: spec.serviceAccountName: invalid value: ../up'],
  },
  {
    title: 'a pull secret of the builder whose name is none',
    documents: [
      someBuild({ builder: { image: 'registry.example.com/builder', imagePullSecrets: [{ name: 'a b' }] } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.builder.imagePullSecrets[0].name: invalid value: a b'],
  },
  {
    title: 'a pull secret of the source whose name is none',
    documents: [
      someBuild({ source: { registry: { image: 'registry.example.com/source', imagePullSecrets: [{ name: 'A' }] } } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.source.registry.imagePullSecrets[0].name: invalid value: A'],
  },
  {
    title: 'a service that a ServiceAccount lists',
    documents: [
      someBuild({ services: [SERVICE] }),
      ACCOUNT,
      FACTS,
      someAccount({ secrets: [{ name: 'database' }] }, { name: 'other' }),
    ],
    says: ['error: spec.services[0]: build rejected: service "database" uses forbidden secret "database"'],
  },
  {
    title: 'a binding that a ServiceAccount lists',
    documents: [
      someBuild(
        { cnbBindings: [{ name: 'db', metadataRef: { name: 'meta' }, secretRef: { name: 'listed' } }] },
        {
          ownerReferences: [{ apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'i', uid: 'u', controller: true }],
        },
      ),
      someAccount({ secrets: [{ name: 'listed' }] }),
      someSecret('listed'),
      FACTS,
    ],
    says: ['error: spec.cnbBindings[0]: build rejected: binding "db" uses forbidden secret "listed"'],
  },
  {
    title: 'a provisioned service that is not there',
    documents: [someBuild({ services: [PROVISIONED] }), ACCOUNT, FACTS],
    says: ['error: spec.services[0]: Database "orders" not found; add it, with its status.binding, by -f'],
  },
  {
    title: 'a provisioned service whose apiVersion is a path',
    documents: [someBuild({ services: [{ ...PROVISIONED, apiVersion: '../api%2fv1' }] }), ACCOUNT, FACTS],
    says: ['error: spec.services[0].apiVersion: invalid value: ../api%2fv1'],
  },
  {
    title: 'a service that is a way up',
    documents: [someBuild({ services: [{ ...SERVICE, name: '..' }] }), ACCOUNT, FACTS],
    says: ['error: spec.services[0].name: invalid value: ..', 'error: spec.services[0].name: invalid value: ..'],
  },
  {
    title: 'a cache that is no image',
    documents: [someBuild({ cache: { registry: { tag: 'no image!' } } }), ACCOUNT, FACTS],
    says: ['error: spec.cache.registry.tag: invalid value: no image!'],
  },
  {
    title: 'a last cache that is no image',
    documents: [
      someBuild({ cache: { registry: { tag: 'registry.example.com/cache' } }, lastBuild: { cache: { image: '@' } } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.lastBuild.cache.image: invalid value: @'],
  },
  {
    title: 'a claim that is no name',
    documents: [someBuild({ cache: { volume: { persistentVolumeClaimName: '$(params.x)' } } }), ACCOUNT, FACTS],
    says: ['error: spec.cache.volume.persistentVolumeClaimName: invalid value: $(params.x)'],
  },
  {
    title: 'variables whose names are no files',
    documents: [someBuild({ env: [{ name: '..' }, { name: 'a/b' }, { name: 'A=B' }] }), ACCOUNT, FACTS],
    says: [
      "error: spec.env[0].name: invalid value: .. (letters, digits, '_', '-' and '.' make a name)",
      "error: spec.env[1].name: invalid value: a/b (letters, digits, '_', '-' and '.' make a name)",
      "error: spec.env[2].name: invalid value: A=B (letters, digits, '_', '-' and '.' make a name)",
    ],
  },
  {
    title: 'a variable with a value and a source',
    documents: [
      someBuild({ env: [{ name: 'A', value: 'b', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.env[0].valueFrom: may not be specified when `value` is not empty'],
  },
  {
    title: 'a creation time that is none',
    documents: [someBuild({ creationTime: 'tomorrow' }), ACCOUNT, FACTS],
    says: [
      'error: spec.creationTime: parsing creation time tomorrow: parsing unix timestamp: strconv.ParseInt: parsing "tomorrow": invalid syntax',
    ],
  },
  {
    title: 'now, without a now',
    documents: [someBuild({ creationTime: 'now' }), ACCOUNT, FACTS],
    says: [
      'error: spec.creationTime: "now" is when the Build was created, which the file does not say: pass --now UNIX',
    ],
  },
  {
    title: 'a time limit of nothing',
    documents: [someBuild({ activeDeadlineSeconds: 0 }), ACCOUNT, FACTS],
    says: ['error: spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)'],
  },
  {
    title: 'negative resources, and claims of them',
    documents: [someBuild({ resources: { requests: { cpu: '-1' }, claims: [{ name: 'gpu' }] } }), ACCOUNT, FACTS],
    says: [
      'error: spec.resources.claims: a Build has no resourceClaims that these names could refer to',
      'error: spec.resources.requests.cpu: invalid value: -1 (must be greater than or equal to 0)',
    ],
  },
  {
    title: 'requests above their limits',
    documents: [
      someBuild({ resources: { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '1900m', memory: '1Gi' } } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.resources.requests.cpu: invalid value: 2 (must be less than or equal to cpu limit of 1900m)'],
  },
  {
    title: 'a sub path out of the source',
    documents: [someBuild({ source: { git: { url: 'u', revision: 'r' }, subPath: 'a/../../etc' } }), ACCOUNT, FACTS],
    says: ['error: spec.source.subPath: invalid value: a/../../etc (must be a path inside the source)'],
  },
  {
    title: 'a sub path that starts at the root',
    documents: [someBuild({ source: { git: { url: 'u', revision: 'r' }, subPath: '/etc' } }), ACCOUNT, FACTS],
    says: ['error: spec.source.subPath: invalid value: /etc (must be a path inside the source)'],
  },
  ...['https://blobs.example.com/app.zip', 'http://storage.googleapis.com/b/app.zip', 'app.zip'].map((url) => ({
    title: `a token of the cloud for ${url}`,
    documents: [someBuild({ source: { blob: { url, auth: 'helper' } } }), ACCOUNT, FACTS],
    says: [
      'error: spec.source.blob.auth: helper has the cloud give a token, which goes by https to *.googleapis.com, *.blob.core.windows.net and *.file.core.windows.net alone: use secret for any other server',
    ],
  })),
  {
    title: 'more than a ConfigMap holds',
    documents: [someBuild({ env: [{ name: 'LONG', value: 'x'.repeat(1_100_000) }] }), ACCOUNT, FACTS],
    says: [
      'error: spec.env: what the build is told takes 1100570 bytes, of which a ConfigMap holds 1048576: shorten its variables',
    ],
  },
  {
    title: 'Notary',
    documents: [
      {
        value: {
          apiVersion: 'kpack.io/v1alpha1',
          kind: 'Build',
          metadata: { name: 'sample' },
          spec: {
            tags: ['registry.example.com/app'],
            builder: { image: 'registry.example.com/builder' },
            source: { git: { url: 'https://git.example.com/app', revision: 'main' } },
            notary: { v1: { url: 'https://notary.example.com', secretRef: { name: 'n' } } },
          },
        },
      },
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.notary: signing with Notary is not supported: sign with a cosign key instead'],
  },
  {
    title: 'what Tekton would replace',
    documents: [someBuild({ defaultProcess: 'web$(context.taskRun.name)' }), ACCOUNT, FACTS],
    says: [
      'error: spec.defaultProcess: Tekton would replace the "$(" in "-process-type=web$(context.taskRun.name)" (at steps[5].args[5] of the task) and has no escape for it; choose another value, or translate to a Pod',
    ],
  },
  {
    title: 'an account of ours that lists secrets',
    documents: [
      someBuild(),
      ACCOUNT,
      FACTS,
      someAccount({ secrets: [{ name: 'leak' }] }, { name: 'default-taskpack' }),
    ],
    says: [
      'error: spec.serviceAccountName: ServiceAccount "default-taskpack", as which the TaskRun runs, lists secrets, which Tekton would show to buildpacks; remove them from it, or translate to a Pod',
    ],
  },
  {
    title: 'one name for two Builds',
    documents: [someBuild(), someBuild(), ACCOUNT, FACTS],
    says: ['error: Build "sample" is there twice: it stands before already'],
  },
  {
    title: 'another namespace than the one asked for',
    documents: [someBuild({}, { namespace: 'mine' }), someAccount({}, { namespace: 'mine' }), FACTS],
    options: { namespace: 'yours' },
    says: [
      'error: metadata.namespace: the namespace from the provided object "mine" does not match the namespace "yours"',
    ],
  },
  {
    title: 'nothing that makes a workload',
    documents: [someClusterBuilder(), FACTS],
    says: [
      'error: nothing to translate: ClusterBuilder "base" makes no workload by itself, only a Build or an Image does',
      'error: nothing to translate: ImageFacts "registry.example.com/builder" makes no workload by itself, only a Build or an Image does',
    ],
  },
  {
    title: 'nothing at all',
    documents: [],
    says: ['error: nothing to translate: there is no Build and no Image among the inputs'],
  },
  {
    title: 'several things at once',
    documents: [someBuild({ activeDeadlineSeconds: -1, env: [{ name: '/' }] }), FACTS],
    options: { strict: true },
    says: [
      "error: spec.env[0].name: invalid value: / (letters, digits, '_', '-' and '.' make a name)",
      'error: spec.serviceAccountName: ServiceAccount "default" is not among the inputs: assumed to list no secrets',
      'error: spec.activeDeadlineSeconds: invalid value: -1 (must be between 1 and 2147483647, inclusive)',
    ],
  },
  {
    title: 'an Image, by its own fields',
    documents: [someImage({ build: { env: [{ name: '/' }], buildTimeout: 0 } }), ACCOUNT, FACTS, someClusterBuilder()],
    options: { now: 0 },
    says: [
      "error: spec.build.env[0].name: invalid value: / (letters, digits, '_', '-' and '.' make a name)",
      'error: spec.build.buildTimeout: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
    ],
  },
];

describe('refusals', () => {
  for (const { title, documents, options, says } of ROWS) {
    it(title, () => {
      const { problems, manifests } = translate(documents, someOptions(options));
      expect(problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`)).to.deep.equal(says);
      expect([...manifests]).to.deep.equal([]);
    });
  }
});

describe('assumptions', () => {
  const rows: readonly Row[] = [
    {
      title: 'an account that is not there',
      documents: [someBuild(), FACTS],
      says: [
        'warning: spec.serviceAccountName: ServiceAccount "default" is not among the inputs: assumed to list no secrets',
      ],
    },
    {
      title: 'a builder whose digest is not known',
      documents: [someBuild(), ACCOUNT, someFacts({ digest: undefined })],
      says: [
        'warning: spec.builder.image: the digest of registry.example.com/builder is not known: assumed that its tag does not move during a build',
      ],
    },
    {
      title: 'tags of several registries',
      documents: [someBuild({ tags: ['registry.example.com/app', 'other.example.com/app'] }), ACCOUNT, FACTS],
      says: ['warning: spec.tags: the tags name several registries, which the lifecycle refuses'],
    },
    {
      title: 'a signature without a time',
      documents: [
        someBuild(),
        someAccount({ secrets: [{ name: 'key' }] }),
        someSecret('key', { stringData: { 'cosign.key': 'k' } }),
        FACTS,
      ],
      says: [
        'warning: metadata.creationTimestamp: not known: the signature will not say when the Build was created; --now UNIX says it',
      ],
    },
    {
      title: 'an Image without a time',
      documents: [someImage(), ACCOUNT, FACTS, someClusterBuilder()],
      says: [
        'warning: spec.tag: the tag with the build number is left out, because its time is not known: pass --now UNIX',
      ],
    },
  ];
  for (const { title, documents, says } of rows) {
    it(`${title}: told, and with strict an error`, () => {
      const lenient = translate(documents, someOptions());
      expect(lenient.problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`)).to.deep.equal(says);
      expect([...lenient.manifests].length).to.be.greaterThan(0);
      const strict = translate(documents, someOptions({ strict: true }));
      expect(strict.problems.map(({ severity }) => severity)).to.deep.equal(says.map(() => 'error'));
      expect([...strict.manifests]).to.deep.equal([]);
    });
  }
});
