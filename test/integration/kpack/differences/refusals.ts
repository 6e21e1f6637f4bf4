import type { Difference } from './difference.ts';

/** Of what the API server would refuse in the Pod, or wait for in vain. */
const OF_KUBERNETES = [
  /may not be specified when `value` is not empty/,
  /no resourceClaims that these names could refer to/,
  /must be greater than or equal to 0/,
  /must be less than or equal to \S+ limit of/,
  /must be between 1 and 2147483647/,
  /must be a path inside the source/,
  /^spec\.cache\.volume\.persistentVolumeClaimName: invalid value/,
];

/** Builds that only one side refuses, or each in its own words. */
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
  { id: 'no-builder-as-root', refusal: /its user is root/ },
  { id: 'no-builder-without-an-image', refusal: /has no latestImage/ },
  { id: 'builder-of-its-own-namespace', refusal: /a Build may only use a Builder of its own namespace/ },
  { id: 'pull-secrets-are-not-bound', refusal: /build rejected: \w+ "[^"]*" uses forbidden secret/ },
  { id: 'now-must-be-known', refusal: /"now" is when the Build was created, which the file does not say/ },
  { id: 'no-secrets-by-env', refusal: /secretKeyRef is not supported for build environment variables/ },
  { id: 'env-names-that-files-can-have', refusal: /^spec\.env\[\d+\]\.name: (invalid value|missing field)/ },
  { id: 'checked-before-the-pod', refusal: new RegExp(OF_KUBERNETES.map(({ source }) => source).join('|')) },
  { id: 'images-are-references', refusal: /^spec\.(runImage\.image|cache\.registry\.tag): invalid value/ },
  { id: 'a-run-image-is-named', refusal: /the builder names no run image/ },
  { id: 'binding-names-that-directories-can-have', refusal: /^spec\.services\[\d+\]\.name: invalid value: \.\.$/ },
  { id: 'cloud-tokens-for-clouds', refusal: /^spec\.source\.blob\.auth: helper has the cloud give a token/ },
  { id: 'no-notary', refusal: /signing with Notary is not supported/ },
  { id: 'strict-on-request', refusal: /the digest of \S+ is not known|is not among the inputs/ },
];
