import { randomUUID } from 'node:crypto';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { tektonOfEnvironment } from '../../cluster/tekton/version.ts';
import { someAccount, someBuild, someFacts } from '../../support/documents.ts';
import { someOptions } from '../../support/translation-of.ts';
import { standInBuilder, standInSteps, type Scripts, type StandInPrograms } from './stand-in-images.ts';

/** Images in a registry with which a Build can be translated and run. */
export interface StandIn {
  readonly builder: { readonly image: string; readonly digest: string };
  readonly steps: string;
}

/**
 * Makes images whose phases run the scripts, and pushes each to a repository of its own. While the distribution registry
 * rewrites a link to a blob, the link is empty for a moment, and the registry rejects a manifest that arrives then.
 */
export async function publish(
  { url, address }: Registry,
  programs: StandInPrograms,
  scripts: Scripts = {},
): Promise<StandIn> {
  const own = randomUUID();
  const names = { builder: `${own}/builder`, steps: `${own}/steps` };
  const builder = await pushImage(standInBuilder(programs, scripts), { url, repository: names.builder }, 'latest');
  const steps = await pushImage(standInSteps(programs, scripts), { url, repository: names.steps }, 'latest');
  return {
    builder: { image: `${address}/${names.builder}`, digest: builder },
    steps: `${address}/${names.steps}@${steps}`,
  };
}

/** Returns the manifests that taskpack prints for a Build of a stand-in. */
export function printed(
  name: string,
  namespace: string,
  standIn: StandIn,
  options: Partial<TranslateOptions>,
): readonly KubernetesObject[] {
  const { builder, steps } = standIn;
  const documents = [
    someBuild({ builder: { image: builder.image } }, { name, namespace }),
    someFacts({ ...builder, uid: 1000, gid: 1000 }),
    someAccount({}, { namespace }),
  ];
  const images = { steps, entrypoint: steps };
  const own = { images, namespace, tektonVersion: tektonOfEnvironment(process.env) };
  const { manifests, problems } = translate(documents, someOptions({ ...own, ...options }));
  const objects = [...manifests] as unknown as readonly KubernetesObject[];
  if (objects.length === 0) throw new Error(`nothing is printed for ${name}: ${JSON.stringify(problems)}`);
  return objects;
}
