import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import {
  someAccount,
  someBuild,
  someClusterBuilder,
  someFacts,
  someImage,
  someSecret,
  type TestDocument,
} from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

interface Row {
  readonly title: string;
  readonly documents: readonly TestDocument[];
  readonly options?: Partial<TranslateOptions>;
  readonly says: readonly string[];
}

const ACCOUNT = someAccount();
const FACTS = someFacts();
const TAGGED_BUILDER = 'registry.example.com/builder:base';
const SERVICE = { apiVersion: 'v1', kind: 'Secret', name: 'database' };
const KEY = { secretKeyRef: { name: 'database', key: 'password' } };
const SUPPORTED = { apis: { platform: { supported: ['0.9'] } } };
const LIFECYCLE = `registry.example.com/lifecycle@sha256:${'e'.repeat(64)}`;
const PROVISIONED = { apiVersion: 'db.example.com/v1', kind: 'Database', name: 'orders' };

/** Valid Builds that resolution or translation rejects, and the expected problems. */
const ROWS: readonly Row[] = [
  {
    title: 'a builder without facts',
    documents: [someBuild(), ACCOUNT],
    says: [
      'error: spec.builder.image: no facts about builder image registry.example.com/builder: run "taskpack inspect registry.example.com/builder >> facts.yaml" and pass -f facts.yaml, or omit --offline',
    ],
  },
  {
    title: 'facts about another digest',
    documents: [
      someBuild({ builder: { image: `registry.example.com/builder@sha256:${'c'.repeat(64)}` } }),
      ACCOUNT,
      FACTS,
    ],
    says: [
      `error: spec.builder.image: no facts about builder image registry.example.com/builder@sha256:${'c'.repeat(64)}: run "taskpack inspect registry.example.com/builder@sha256:${'c'.repeat(64)} >> facts.yaml" and pass -f facts.yaml, or omit --offline`,
    ],
  },
  ...(
    [
      ['builder image', 'Registry.example.com/builder:base', TAGGED_BUILDER],
      ['run image', `registry.example.com:443/run@sha256:${'b'.repeat(64)}`, 'registry.example.com/run'],
    ] as const
  ).map(([what, tag, image]) => ({
    title: `a cache at the tag of the ${what}`,
    documents: [
      someBuild({ builder: { image: TAGGED_BUILDER }, cache: { registry: { tag } } }),
      ACCOUNT,
      someFacts({ image: TAGGED_BUILDER }),
    ],
    says: [
      `error: spec.cache.registry.tag: invalid value: ${tag} (it is the same as the ${what} ${image}, and the cache image would replace the ${what}: use another tag)`,
    ],
  })),
  {
    title: 'a cache at the tag of the source image',
    documents: [
      someBuild({
        source: { registry: { image: `registry.example.com/source:1@sha256:${'a'.repeat(64)}` } },
        cache: { registry: { tag: 'registry.example.com/source:1' } },
      }),
      ACCOUNT,
      FACTS,
    ],
    says: [
      `error: spec.cache.registry.tag: invalid value: registry.example.com/source:1 (it is the same as the source image registry.example.com/source:1@sha256:${'a'.repeat(64)}, and the cache image would replace the source image: use another tag)`,
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
    title: 'a builder whose user is root',
    documents: [someBuild(), ACCOUNT, someFacts({ uid: 0 })],
    says: [
      'error: spec.builder.image: builder image registry.example.com/builder: CNB_USER_ID is 0, and the lifecycle refuses to run buildpacks as root: use a builder with another user',
    ],
  },
  {
    title: 'a builder whose lifecycle has no trusted image',
    documents: [someBuild(), ACCOUNT, someFacts({ lifecycle: { version: '0.20.12', ...SUPPORTED } })],
    options: { requireTrustedLifecycle: true, lifecycleImages: { '0.20.11': LIFECYCLE, '0.20.12/arm64': LIFECYCLE } },
    says: [
      'error: spec.builder: builder image registry.example.com/builder@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa is not trusted: REQUIRE_TRUSTED_LIFECYCLE is true, and LIFECYCLE_IMAGES names no image for its lifecycle 0.20.12; ask the operator to add one, or use another builder',
    ],
  },
  {
    title: 'a builder whose lifecycle has no trusted image for its architecture',
    documents: [
      someBuild(),
      ACCOUNT,
      someFacts({
        lifecycle: { version: '0.20.12', ...SUPPORTED },
        platform: { os: 'linux', architecture: 'amd64' },
      }),
    ],
    options: { requireTrustedLifecycle: true, lifecycleImages: { '0.20.12/arm64': LIFECYCLE } },
    says: [
      'error: spec.builder: builder image registry.example.com/builder@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa is not trusted: REQUIRE_TRUSTED_LIFECYCLE is true, and LIFECYCLE_IMAGES names no image for its lifecycle 0.20.12 on amd64; ask the operator to add one, or use another builder',
    ],
  },
  {
    title: 'a builder without a lifecycle version if the lifecycle must be trusted',
    documents: [someBuild(), ACCOUNT, FACTS],
    options: { requireTrustedLifecycle: true, lifecycleImages: { '0.20.12': LIFECYCLE } },
    says: [
      'error: spec.builder: builder image registry.example.com/builder@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa is not trusted: REQUIRE_TRUSTED_LIFECYCLE is true, and the image has no label with its lifecycle version; use a builder with the label',
    ],
  },
  {
    title: 'a builder with a volume that could cover the waiter, if the lifecycle has a trusted image',
    documents: [
      someBuild(),
      ACCOUNT,
      someFacts({ lifecycle: { version: '0.20.12', ...SUPPORTED }, volumes: ['/a/b'] }),
    ],
    options: { lifecycleImages: { '0.20.12': LIFECYCLE } },
    says: [
      'error: spec.builder: builder image registry.example.com/builder@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa declares the volume "/a/b", and its volumes can cover the programs that keep the login from buildpacks; use a builder image without volumes',
    ],
  },
  {
    title: 'a builder of unknown digest, whose links could replace the waiter, if the lifecycle has a trusted image',
    documents: [
      someBuild(),
      ACCOUNT,
      someFacts({ lifecycle: { version: '0.20.12', ...SUPPORTED }, digest: undefined }),
    ],
    options: { lifecycleImages: { '0.20.12': LIFECYCLE } },
    says: [
      'warning: spec.builder.image: the digest of registry.example.com/builder is unknown: if the tag moves during a build, its phases run different images; name the image by digest',
      'error: spec.builder: the digest of builder image registry.example.com/builder is unknown, and without the digest its links can replace the programs that keep the login from buildpacks; name the image by digest',
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
    title: 'a lifecycle that is too new for a builder without run.toml',
    documents: [
      someBuild(),
      ACCOUNT,
      someFacts({ lifecycle: { apis: { platform: { supported: ['0.12', '0.13'] } } } }),
    ],
    says: ['error: spec.builder: unsupported builder platform API versions: 0.12,0.13'],
  },
  {
    title: 'a builder without a stack at a platform API that requires a stack',
    documents: [someBuild(), ACCOUNT, someFacts({ stackId: undefined })],
    says: [
      'error: spec.builder: builder image stack ID label not present: platform API 0.9 requires the label (use a builder with the label io.buildpacks.stack.id, or with run.toml and a lifecycle that supports platform API 0.12)',
    ],
  },
  {
    title: 'no run image',
    documents: [someBuild(), ACCOUNT, someFacts({ runImage: undefined })],
    says: ['error: spec.runImage.image: the builder has no run image: set this field'],
  },
  {
    title: 'an invalid run image',
    documents: [someBuild({ runImage: { image: 'UPPER/case' } }), ACCOUNT, FACTS],
    says: ['error: spec.runImage.image: invalid value: UPPER/case (the repository has upper-case letters)'],
  },
  {
    title: 'a missing Builder',
    documents: [someBuild({ builder: { ref: { kind: 'Builder', name: 'mine' } } }), ACCOUNT, FACTS],
    says: [
      'error: spec.builder.ref: unable to resolve builder image: Builder "mine" not found; add the file with -f, including its status',
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
      'error: spec.builder.ref: ClusterBuilder "base" has no status.latestImage: pass the object as the cluster returns it, with its status',
    ],
  },
  {
    title: 'ImageFacts that hold only the name of the builder',
    documents: [
      someBuild(),
      ACCOUNT,
      { value: { apiVersion: 'taskpack.dev/v1alpha1', kind: 'ImageFacts', image: 'registry.example.com/builder' } },
    ],
    says: [
      'error: spec.builder.image: builder image registry.example.com/builder: its ImageFacts have no uid, gid and lifecycle: replace them by the output of "taskpack inspect registry.example.com/builder"',
    ],
  },
  {
    title: 'a builder of an unknown kind',
    documents: [someBuild({ builder: { ref: { kind: 'Bauer', name: 'x' } } }), ACCOUNT, FACTS],
    says: [
      'error: spec.builder.ref.kind: unable to parse builder kind "Bauer" (must be one of Builder, ClusterBuilder)',
    ],
  },
  {
    title: 'a Builder of another namespace',
    documents: [
      someBuild({ builder: { ref: { kind: 'Builder', name: 'x', namespace: 'theirs' } } }, { namespace: 'mine' }),
      someAccount({}, { namespace: 'mine' }),
      FACTS,
    ],
    says: [
      'error: spec.builder.ref.namespace: a Build can use a Builder of its own namespace only: name such a Builder or a ClusterBuilder',
    ],
  },
  {
    title: 'a missing Secret',
    documents: [someBuild(), someAccount({ secrets: [{ name: 'registry' }] }), FACTS],
    says: [
      'error: spec.serviceAccountName: Secret "registry" of ServiceAccount "default" not found; add the file with -f (type and annotations are required, values are not)',
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
    title: 'a pull secret of the builder without a name',
    documents: [
      someBuild({ builder: { image: 'registry.example.com/builder', imagePullSecrets: [{ name: 'a b' }] } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.builder.imagePullSecrets[0].name: invalid value: a b'],
  },
  {
    title: 'a pull secret of the source without a name',
    documents: [
      someBuild({ source: { registry: { image: 'registry.example.com/source', imagePullSecrets: [{ name: 'A' }] } } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.source.registry.imagePullSecrets[0].name: invalid value: A'],
  },
  {
    title: 'a variable from a Secret',
    documents: [someBuild({ env: [{ name: 'A', valueFrom: KEY }] }), ACCOUNT, FACTS],
    options: { envFromSecrets: 'labeled' },
    says: [
      'error: spec.env[0].valueFrom.secretKeyRef: secretKeyRef is not supported for build environment variables: bind the Secret with spec.services, or have the operator allow it with ENV_FROM_SECRETS',
    ],
  },
  {
    title: 'a variable from a Secret in an Image',
    documents: [someImage({ build: { env: [{ name: 'A', valueFrom: KEY }] } }), ACCOUNT, FACTS, someClusterBuilder()],
    options: { now: 0 },
    says: [
      'error: spec.build.env[0].valueFrom.secretKeyRef: secretKeyRef is not supported for build environment variables: bind the Secret with spec.services, or have the operator allow it with ENV_FROM_SECRETS',
    ],
  },
  {
    title: 'keys of Secrets that no volume can have',
    documents: [
      someBuild({
        env: [
          { name: 'A', valueFrom: { secretKeyRef: { key: '..' } } },
          { name: 'B', valueFrom: { secretKeyRef: { name: 'a b', key: 'a/b' } } },
          { name: 'C', valueFrom: { ...KEY, configMapKeyRef: { name: 'c', key: 'k' } } },
        ],
      }),
      ACCOUNT,
      FACTS,
    ],
    options: { envFromSecrets: 'always' },
    says: [
      'error: spec.env[2].valueFrom: may not have more than one field specified at a time',
      'error: spec.env[0].valueFrom.secretKeyRef.name: missing field(s)',
      "error: spec.env[0].valueFrom.secretKeyRef.key: invalid value: .. (must not start with '..')",
      'error: spec.env[1].valueFrom.secretKeyRef.name: invalid value: a b',
      "error: spec.env[1].valueFrom.secretKeyRef.key: invalid value: a/b (a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+'))",
    ],
  },
  {
    title: 'a variable from a Secret that a ServiceAccount lists',
    documents: [
      someBuild({ env: [{ name: 'A', valueFrom: KEY }] }),
      ACCOUNT,
      FACTS,
      someAccount({ imagePullSecrets: [{ name: 'database' }] }, { name: 'other' }),
    ],
    options: { envFromSecrets: 'always' },
    says: ['error: spec.env[0].valueFrom.secretKeyRef: build rejected: variable "A" uses forbidden secret "database"'],
  },
  {
    title: 'variables from Secrets that hold a login',
    documents: [
      someBuild({
        env: [
          { name: 'A', valueFrom: KEY },
          { name: 'B', valueFrom: { secretKeyRef: { name: 'ssh', key: 'ssh-privatekey' } } },
        ],
      }),
      ACCOUNT,
      FACTS,
      someSecret('database', { type: 'kubernetes.io/dockerconfigjson' }),
      someSecret('ssh', { type: 'kubernetes.io/ssh-auth' }, { 'kpack.io/git': 'git.example.com' }),
    ],
    options: { envFromSecrets: 'always' },
    says: [
      'error: spec.env[0].valueFrom.secretKeyRef: build rejected: variable "A" uses secret "database", which is a login or a signing key of Builds: name a Secret with only this value',
      'error: spec.env[1].valueFrom.secretKeyRef: build rejected: variable "B" uses secret "ssh", which is a login or a signing key of Builds: name a Secret with only this value',
    ],
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
    title: 'a missing provisioned service',
    documents: [someBuild({ services: [PROVISIONED] }), ACCOUNT, FACTS],
    says: ['error: spec.services[0]: Database "orders" not found; add the file with -f, including its status.binding'],
  },
  {
    title: 'a provisioned service whose apiVersion is a path',
    documents: [someBuild({ services: [{ ...PROVISIONED, apiVersion: '../api%2fv1' }] }), ACCOUNT, FACTS],
    says: ['error: spec.services[0].apiVersion: invalid value: ../api%2fv1'],
  },
  {
    title: 'a service with the name ".."',
    documents: [someBuild({ services: [{ ...SERVICE, name: '..' }] }), ACCOUNT, FACTS],
    says: ['error: spec.services[0].name: invalid value: ..', 'error: spec.services[0].name: invalid value: ..'],
  },
  {
    title: 'an invalid cache tag',
    documents: [someBuild({ cache: { registry: { tag: 'no image!' } } }), ACCOUNT, FACTS],
    says: [
      'error: spec.cache.registry.tag: invalid value: no image! (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
    ],
  },
  {
    title: 'an invalid cache image of the last build',
    documents: [
      someBuild({ cache: { registry: { tag: 'registry.example.com/cache' } }, lastBuild: { cache: { image: '@' } } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.lastBuild.cache.image: invalid value: @ (the digest is not sha256: and 64 hexadecimal digits)'],
  },
  {
    title: 'an invalid name of a claim',
    documents: [someBuild({ cache: { volume: { persistentVolumeClaimName: '$(params.x)' } } }), ACCOUNT, FACTS],
    says: ['error: spec.cache.volume.persistentVolumeClaimName: invalid value: $(params.x)'],
  },
  {
    title: 'variables whose names are not valid file names',
    documents: [someBuild({ env: [{ name: '..' }, { name: 'a/b' }, { name: 'A=B' }] }), ACCOUNT, FACTS],
    says: [
      "error: spec.env[0].name: invalid value: .. (must consist of letters, digits, '_', '-' or '.')",
      "error: spec.env[1].name: invalid value: a/b (must consist of letters, digits, '_', '-' or '.')",
      "error: spec.env[2].name: invalid value: A=B (must consist of letters, digits, '_', '-' or '.')",
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
    title: 'an invalid creation time',
    documents: [someBuild({ creationTime: 'tomorrow' }), ACCOUNT, FACTS],
    says: [
      'error: spec.creationTime: parsing creation time tomorrow: parsing unix timestamp: strconv.ParseInt: parsing "tomorrow": invalid syntax',
    ],
  },
  {
    title: 'the creation time now without a known time',
    documents: [someBuild({ creationTime: 'now' }), ACCOUNT, FACTS],
    says: [
      'error: spec.creationTime: "now" is the creation time of the Build, which is missing in the file: pass --now SECONDS',
    ],
  },
  {
    title: 'a deadline of 0 seconds',
    documents: [someBuild({ activeDeadlineSeconds: 0 }), ACCOUNT, FACTS],
    says: ['error: spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)'],
  },
  {
    title: 'negative resources, and resource claims',
    documents: [someBuild({ resources: { requests: { cpu: '-1' }, claims: [{ name: 'gpu' }] } }), ACCOUNT, FACTS],
    says: [
      'error: spec.resources.claims: a Build has no resourceClaims, so these names refer to nothing: remove the field',
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
    title: 'a sub path that leaves the source',
    documents: [
      someBuild({ source: { git: { url: 'https://u.test/a', revision: 'r' }, subPath: 'a/../../etc' } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.source.subPath: invalid value: a/../../etc (must be a path inside the source)'],
  },
  {
    title: 'a sub path that starts at the root',
    documents: [
      someBuild({ source: { git: { url: 'https://u.test/a', revision: 'r' }, subPath: '/etc' } }),
      ACCOUNT,
      FACTS,
    ],
    says: ['error: spec.source.subPath: invalid value: /etc (must be a path inside the source)'],
  },
  ...['https://blobs.example.com/app.zip', 'http://storage.googleapis.com/b/app.zip'].map((url) => ({
    title: `a cloud token for ${url}`,
    documents: [someBuild({ source: { blob: { url, auth: 'helper' } } }), ACCOUNT, FACTS],
    says: [
      'error: spec.source.blob.auth: the authentication "helper" sends cloud tokens only to *.googleapis.com, *.blob.core.windows.net and *.file.core.windows.net over https: use "secret" for other servers',
    ],
  })),
  {
    title: 'inputs that are too large for a ConfigMap',
    documents: [someBuild({ env: [{ name: 'LONG', value: 'x'.repeat(1_100_000) }] }), ACCOUNT, FACTS],
    says: [
      'error: spec.env: the inputs of the build take 1100570 bytes, and a ConfigMap holds at most 1048576; shorten the variables',
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
    says: ['error: spec.notary: signing with Notary is not supported: remove the field and sign with a cosign key'],
  },
  {
    title: 'a value that Tekton would substitute',
    documents: [someBuild({ defaultProcess: 'web$(context.taskRun.name)' }), ACCOUNT, FACTS],
    says: [
      'error: spec.defaultProcess: Tekton would replace the "$(" in "-process-type=web$(context.taskRun.name)" (at steps[5].args[8] of the task) and has no escape for it; choose another value, or translate to a Pod',
    ],
  },
  {
    title: 'an isolated ServiceAccount that lists secrets',
    documents: [
      someBuild(),
      ACCOUNT,
      FACTS,
      someAccount({ secrets: [{ name: 'leak' }] }, { name: 'default-taskpack' }),
    ],
    says: [
      'error: spec.serviceAccountName: the TaskRun runs as ServiceAccount "default-taskpack", whose secrets Tekton would show to buildpacks; remove the secrets from it, or translate to a Pod',
    ],
  },
  {
    title: 'two Builds with one name',
    documents: [someBuild(), someBuild(), ACCOUNT, FACTS],
    says: ['error: Build "sample" is in the input twice; remove one of them'],
  },
  {
    title: 'an object of another namespace than --namespace',
    documents: [someBuild({}, { namespace: 'mine' }), someAccount({}, { namespace: 'mine' }), FACTS],
    options: { namespace: 'yours' },
    says: [
      'error: metadata.namespace: the namespace from the provided object "mine" does not match the namespace "yours"',
    ],
  },
  ...['not a url', '/local/app.git', 'file:///app.git', 'ftp://git.example.com/app'].map((url) => ({
    title: `the address of a git repository that taskpack does not support: ${url}`,
    documents: [someBuild({ source: { git: { url, revision: 'main' } } }), ACCOUNT, FACTS],
    says: [
      'error: spec.source.git.url: is not the address of a git repository: use https://…, http://…, ssh://…, git://… or USER@HOST:PATH',
    ],
  })),
  ...['not a url', 'ftp://blobs.example.com/app.zip'].map((url) => ({
    title: `the URL of a blob that taskpack does not support: ${url}`,
    documents: [someBuild({ source: { blob: { url } } }), ACCOUNT, FACTS],
    says: ['error: spec.source.blob.url: is not an http:// or https:// URL'],
  })),
  {
    title: 'a Build and an Image of other API groups',
    documents: [
      { value: { apiVersion: 'shipwright.io/v1beta1', kind: 'Build', metadata: { name: 'web' } } },
      { value: { apiVersion: 'image.openshift.io/v1', kind: 'Image', metadata: { name: 'app' } } },
    ],
    says: [
      'error: nothing to translate: Build "web" has the apiVersion shipwright.io/v1beta1; taskpack translates Builds and Images of kpack.io',
      'error: nothing to translate: Image "app" has the apiVersion image.openshift.io/v1; taskpack translates Builds and Images of kpack.io',
    ],
  },
  {
    title: 'an input without Builds and Images',
    documents: [someClusterBuilder(), FACTS],
    says: [
      'error: nothing to translate: ClusterBuilder "base" is not a workload; add a Build or an Image',
      'error: nothing to translate: ImageFacts "registry.example.com/builder" is not a workload; add a Build or an Image',
    ],
  },
  {
    title: 'an input with many other objects, some with generateName',
    documents: [
      { value: { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'web-' } } },
      ...Array.from({ length: 80 }, (_, index) => ({
        value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c${index}` } },
      })),
    ],
    says: [
      'error: nothing to translate: Pod "web-" is not a workload; add a Build or an Image; the same is true for 80 more objects: ConfigMap "c0", ConfigMap "c1", ConfigMap "c2" and 77 more',
    ],
  },
  {
    title: 'an empty input',
    documents: [],
    says: [
      'error: nothing to translate: the input contains no Build, no Image, and no Task or TaskRun of Tekton before v1; add a file with -f',
    ],
  },
  {
    title: 'several problems at once',
    documents: [someBuild({ activeDeadlineSeconds: -1, env: [{ name: '/' }] }), FACTS],
    options: { strict: true },
    says: [
      "error: spec.env[0].name: invalid value: / (must consist of letters, digits, '_', '-' or '.')",
      'error: spec.serviceAccountName: ServiceAccount "default" is not in the input: assumed that it lists no Secrets; add the file with -f',
      'error: spec.activeDeadlineSeconds: invalid value: -1 (must be between 1 and 2147483647, inclusive)',
    ],
  },
  {
    title: 'an Image, with the paths of its own fields',
    documents: [someImage({ build: { env: [{ name: '/' }], buildTimeout: 0 } }), ACCOUNT, FACTS, someClusterBuilder()],
    options: { now: 0 },
    says: [
      "error: spec.build.env[0].name: invalid value: / (must consist of letters, digits, '_', '-' or '.')",
      'error: spec.build.buildTimeout: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
    ],
  },
];

describe('rejected Builds', () => {
  for (const { title, documents, options, says } of ROWS) {
    it(title, () => {
      const { problems, manifests } = translate(documents, someOptions(options));
      expect(problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`)).to.deep.equal(says);
      expect([...manifests]).to.deep.equal([]);
    });
  }
});

describe('warnings', () => {
  const rows: readonly Row[] = [
    {
      title: 'a missing ServiceAccount',
      documents: [someBuild(), FACTS],
      says: [
        'warning: spec.serviceAccountName: ServiceAccount "default" is not in the input: assumed that it lists no Secrets; add the file with -f',
      ],
    },
    {
      title: 'a builder with an unknown digest',
      documents: [someBuild(), ACCOUNT, someFacts({ digest: undefined })],
      says: [
        'warning: spec.builder.image: the digest of registry.example.com/builder is unknown: if the tag moves during a build, its phases run different images; name the image by digest',
      ],
    },
    {
      title: 'tags of several registries',
      documents: [someBuild({ tags: ['registry.example.com/app', 'other.example.com/app'] }), ACCOUNT, FACTS],
      says: [
        'warning: spec.tags: the tags name several registries, and the lifecycle rejects that: use tags of one registry',
      ],
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
        'warning: metadata.creationTimestamp: missing: the signature gets no annotation buildTimestamp; pass --now SECONDS',
      ],
    },
    {
      title: 'a builder that is not ready',
      documents: [
        someBuild({ builder: { ref: { kind: 'ClusterBuilder', name: 'base' } } }),
        ACCOUNT,
        FACTS,
        someClusterBuilder({
          latestImage: 'registry.example.com/builder',
          conditions: [{ type: 'Ready', status: 'False', message: 'order is broken' }],
        }),
      ],
      says: [
        'warning: spec.builder.ref: ClusterBuilder "base" is not ready: order is broken; the Build uses its last image registry.example.com/builder',
      ],
    },
    {
      title: 'a git URL with a password',
      documents: [
        someBuild({ source: { git: { url: 'https://user:hunter2@git.example.com/app', revision: 'main' } } }),
        ACCOUNT,
        FACTS,
      ],
      says: [
        'warning: spec.source.git.url: the URL holds a login, and everybody who can read the Build, TaskRun or Pod can read it: use a URL without a login, and put the login into a Secret of the ServiceAccount with the annotation "kpack.io/git"',
      ],
    },
    {
      title: 'a blob URL with a token',
      documents: [
        someBuild({ source: { blob: { url: 'https://ghp_0123456789abcdefghij@example.com/app.zip' } } }),
        ACCOUNT,
        FACTS,
      ],
      says: [
        'warning: spec.source.blob.url: the URL holds a login, and everybody who can read the Build, TaskRun or Pod can read it: use a URL without a login, and put the login into a Secret of the ServiceAccount with the annotation "kpack.io/blob", and set "auth: secret"',
      ],
    },
    {
      title: 'an Image without a time',
      documents: [someImage(), ACCOUNT, FACTS, someClusterBuilder()],
      says: [
        'warning: spec.tag: the tag with the build number is omitted, because the creation time is unknown: pass --now SECONDS',
      ],
    },
  ];
  for (const { title, documents, says } of rows) {
    it(`${title}: a warning, and an error with --strict`, () => {
      const lenient = translate(documents, someOptions());
      expect(lenient.problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`)).to.deep.equal(says);
      expect([...lenient.manifests].length).to.be.greaterThan(0);
      const strict = translate(documents, someOptions({ strict: true }));
      expect(strict.problems.map(({ severity }) => severity)).to.deep.equal(says.map(() => 'error'));
      expect([...strict.manifests]).to.deep.equal([]);
    });
  }
});
