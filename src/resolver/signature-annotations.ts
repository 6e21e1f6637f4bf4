import type { Build } from '../api/kpack/build.ts';
import { fieldWarning } from '../model/problem.ts';
import type { NamedText, SigningKey } from '../model/resolved-build.ts';
import type { Report } from './report.ts';
import { compactTime } from './times.ts';

/** What signatures say beside the digest: kpack's two, and the Build's own. */
export function resolveSignatureAnnotations(
  build: Build,
  signing: readonly SigningKey[],
  created: number | undefined,
  report: Report,
): readonly NamedText[] {
  if (signing.length === 0) return [];
  if (created === undefined) {
    report(
      fieldWarning(
        ['metadata', 'creationTimestamp'],
        'not known: the signature will not say when the Build was created; --now UNIX says it',
      ),
    );
  }
  const own = (build.spec.cosign?.annotations ?? []).map(({ name = '', value = '' }) => ({ name, value }));
  return [
    ...(created === undefined ? [] : [{ name: 'buildTimestamp', value: compactTime(created) }]),
    { name: 'buildNumber', value: (build.metadata.labels ?? {})['image.kpack.io/buildNumber'] ?? '' },
    ...own,
  ];
}
