import type { BuilderImage } from '../../../src/builders/image/builder-image.ts';
import { makeBuilders } from '../../../src/cli/builder/make-builders.ts';
import type { RegistryClient } from '../../../src/registry/client/registry-client.ts';
import { makeLayer } from '../../../src/registry/layer.ts';
import { startFaultProxy, type FaultProxy } from '../../cluster/registry/fault-proxy.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushUniverse } from '../../cluster/universe/push-universe.ts';
import { universe } from '../../cluster/universe/universe.ts';
import { universeFacts } from './universe-facts.ts';

/** What builders are published through: everything that is asked passes a proxy. */
export interface FaultScenes {
  /** Before the registry that has the images. */
  readonly source: FaultProxy;
  /** Before another one, which has nothing. */
  readonly target: FaultProxy;
  /** A builder of the universe, and another one. */
  readonly image: BuilderImage;
  readonly older: BuilderImage;
}

/** Pushes the universe, of whose programs none is to run, and makes two of its builders. */
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

/** The builder, to go elsewhere; its labels still tell of its own tag. */
export function goingTo(image: BuilderImage, tag: string): BuilderImage {
  return { ...image, tag, runImage: { ...image.runImage, to: `${tag}-run-image` } };
}
