import type { BuilderImage } from '../../../src/core/builders/image/builder-image.ts';
import { makeBuilders } from '../../../src/cli/builder/digest.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { startFaultProxy, type FaultProxy } from '../../cluster/registry/fault-proxy.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushUniverse } from '../../cluster/universe/push-universe.ts';
import { universe } from '../../cluster/universe/universe.ts';
import { universeFacts } from './universe-facts.ts';

/** The registries of a publication, and the proxies through which all requests pass. */
export interface FaultScenes {
  /** The proxy of the registry that has the images. */
  readonly source: FaultProxy;
  /** The proxy of the empty target registry. */
  readonly target: FaultProxy;
  /** A builder of the universe, and another builder. */
  readonly image: BuilderImage;
  readonly older: BuilderImage;
}

/** Pushes the universe, whose programs are never run, and resolves two of its builders. */
export async function makeFaultScenes(one: Registry, other: Registry, client: RegistryClient): Promise<FaultScenes> {
  const [source, target] = [await startFaultProxy(one.address), await startFaultProxy(other.address)];
  const busybox = makeLayer([{ path: '/bin/busybox', kind: 'file', content: 'none' }]);
  const images = universe({ busybox, lifecycle: '/dev/null', launcher: '/dev/null' });
  const pushed = await pushUniverse({ url: source.url, address: source.address }, images);
  const documents = universeDocuments(pushed, 'team');
  const { 'build-fails': small, nested } = documents.builders;
  const facts = await universeFacts(client, documents);
  const values = [...documents.parts, small, nested, ...facts].map((value) => ({ value }));
  const { builders, problems } = makeBuilders({ documents: values, problems: [] }, {}, '0.9');
  const [first, second] = builders;
  if (first === undefined || second === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
  return { source, target, image: first.image, older: second.image };
}

/** Returns the builder with another tag to publish to. Its labels keep the original tag. */
export function goingTo(image: BuilderImage, tag: string): BuilderImage {
  return { ...image, tag, runImage: { ...image.runImage, to: `${tag}-run-image` } };
}
