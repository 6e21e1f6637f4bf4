import type { Build } from '../api/kpack/build.ts';
import type { Secret } from '../api/kubernetes/secret.ts';
import { compactTime } from '../model/compact-time.ts';
import { COSIGN_MEDIA_TYPES_ANNOTATION, COSIGN_REPOSITORY_ANNOTATION } from '../model/credential-annotations.ts';
import { BUILD_NUMBER_LABEL } from '../model/image-metadata.ts';
import { fieldWarning } from '../model/problem.ts';
import type { SigningKey } from '../model/build-credentials.ts';
import type { NameValue } from '../model/resolved-build.ts';
import type { Report } from './report.ts';

const COSIGN_KEY = 'cosign.key';

/** Returns the signing key in a Secret: a list of one, or an empty list if the Secret has no `cosign.key`. */
export function signingKey(secret: Secret, index: number): readonly SigningKey[] {
  if (((secret.stringData ?? {})[COSIGN_KEY] ?? (secret.data ?? {})[COSIGN_KEY] ?? '') === '') return [];
  const { annotations = {} } = secret.metadata;
  const repository = annotations[COSIGN_REPOSITORY_ANNOTATION] ?? '';
  const dockerMediaTypes = annotations[COSIGN_MEDIA_TYPES_ANNOTATION] ?? '';
  return [
    {
      secret: secret.metadata.name,
      index,
      ...(repository !== '' && { repository }),
      ...(dockerMediaTypes !== '' && { dockerMediaTypes }),
    },
  ];
}

/**
 * Returns the annotations of signatures: kpack's `buildTimestamp` and `buildNumber`, then those of the Build. `created` is
 * the creation time of the Build in seconds since 1970. Returns none if there is no signing key.
 */
export function resolveSignatureAnnotations(
  build: Build,
  signing: readonly SigningKey[],
  created: number | undefined,
  report: Report,
): readonly NameValue[] {
  if (signing.length === 0) return [];
  if (created === undefined) {
    report(
      fieldWarning(
        ['metadata', 'creationTimestamp'],
        'missing: the signature gets no annotation buildTimestamp; pass --now SECONDS',
      ),
    );
  }
  const own = (build.spec.cosign?.annotations ?? []).map(({ name = '', value = '' }) => ({ name, value }));
  return [
    ...(created === undefined ? [] : [{ name: 'buildTimestamp', value: compactTime(created) }]),
    { name: 'buildNumber', value: (build.metadata.labels ?? {})[BUILD_NUMBER_LABEL] ?? '' },
    ...own,
  ];
}
