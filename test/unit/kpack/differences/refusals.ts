import type { Difference } from './difference.ts';

/** Values that the API server would reject in the Pod, or that would keep the Pod pending. */
const OF_KUBERNETES = [
  /may not be specified when `value` is not empty/,
  /no resourceClaims, so these names refer to nothing/,
  /must be greater than or equal to 0/,
  /must be less than or equal to \S+ limit of/,
  /must be between 1 and 2147483647/,
  /must be a path inside the source/,
  /^spec\.cache\.volume\.persistentVolumeClaimName: invalid value/,
  /^spec\.(?:tolerations|affinity|nodeSelector|resources|priorityClassName|runtimeClassName)\b.*(?:invalid|unsupported) value: /,
  /^spec\.affinity\b.*must (?:be|have|not be)|: (?:HugePages require cpu or memory|Limit must be set for)/,
  /^spec\.env\[\d+\]\.valueFrom\b/,
  /^metadata\.(?:labels|annotations|generateName)\b/,
  /contains the character NUL|half of a surrogate pair/,
];

/** Builds that only taskpack or only kpack rejects, or that both reject with different messages. */
export const REFUSAL_DIFFERENCES: readonly Difference[] = [
  {
    id: 'build-v1alpha3',
    amend: ({ request, ...question }, { kpack }) => {
      const isUnknown = kpack.refusal?.startsWith('no matches for kind "Build"') === true;
      if (!isUnknown || request.build['apiVersion'] !== 'kpack.io/v1alpha3') return undefined;
      return { ...question, request: { ...request, build: { ...request.build, apiVersion: 'kpack.io/v1alpha2' } } };
    },
  },
  {
    id: 'builder-without-a-stack',
    amend: ({ request, refusal }, { ours, subject }) => {
      if (refusal !== 'builder image stack ID label not present' || ours.pod === undefined) return undefined;
      const [image] = subject.world.imageFacts(request.builder.image)?.images ?? [];
      if (image === undefined) return undefined;
      return { request: { ...request, builder: { ...request.builder, runImage: image.image } } };
    },
  },
  { id: 'no-builder-as-root', refusal: /CNB_USER_ID is 0/ },
  { id: 'image-extensions-need-an-api', refusal: /has image extensions, which need platform API 0\.13/ },
  { id: 'no-builder-without-an-image', refusal: /has no status\.latestImage/ },
  {
    id: 'builder-of-its-own-namespace',
    refusal: /a Build can use a Builder of its own namespace only: name such a Builder or a ClusterBuilder/,
  },
  { id: 'pull-secrets-are-not-bound', refusal: /build rejected: \w+ "[^"]*" uses forbidden secret/ },
  { id: 'secrets-of-the-cluster-are-not-bound', refusal: /build rejected: \w+ "[^"]*" uses secret "[^"]*" of type/ },
  { id: 'now-must-be-known', refusal: /"now" is the creation time of the Build, which is missing in the file/ },
  { id: 'env-names-that-files-can-have', refusal: /^spec\.env\[\d+\]\.name: (invalid value|missing field)/ },
  { id: 'checked-before-the-pod', refusal: new RegExp(OF_KUBERNETES.map(({ source }) => source).join('|')) },
  { id: 'images-are-references', refusal: /^spec\.(runImage\.image|cache\.registry\.tag): invalid value/ },
  { id: 'sources-have-urls', refusal: /^spec\.source\.(git|blob)\.url: is not / },
  { id: 'a-run-image-is-named', refusal: /the builder has no run image/ },
  { id: 'binding-names-that-directories-can-have', refusal: /^spec\.services\[\d+\]\.name: invalid value: \.\.$/ },
  {
    id: 'cloud-tokens-for-clouds',
    refusal: /^spec\.source\.blob\.auth: the authentication "helper" sends cloud tokens only to /,
  },
  { id: 'no-notary', refusal: /signing with Notary is not supported/ },
  { id: 'strict-on-request', refusal: /the digest of \S+ is unknown|is not in the input/ },
];
