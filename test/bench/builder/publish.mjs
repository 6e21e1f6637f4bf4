import { report } from '../report.mjs';
import { buildImage, pushBuildImage } from './build-image.mjs';
import { withClient } from './client.mjs';
import { layerContent, someBuilder, someStatuses } from './world.mjs';

/** Counts the requests of publishing to a registry that has all layers in other repositories. */
export async function reportPublish(measured, registries) {
  const { readBuilder, makeBuilder, publishBuilder, digestOf } = measured;
  const registry = registries.watched;
  const build = buildImage(digestOf);
  const statuses = someStatuses(registry, digestOf);
  await withClient(measured, async (client) => {
    await pushBuildImage(client, { registry, repository: 'build' }, build);
    for (const [number, { digest, size }] of statuses.entries()) {
      await client.pushBlob({ registry, repository: 'buildpacks' }, { digest, size }, layerContent(number));
    }
    await registries.seen();
    const { builder, world } = someBuilder(registry, build, statuses);
    const made = makeBuilder(readBuilder(builder, world), '0.9');
    const start = performance.now();
    await publishBuilder(made.image, client);
    const milliseconds = performance.now() - start;
    reportRequests(await registries.seen(), statuses);
    report('publish of that builder', milliseconds / 1000, { unit: 's', digits: 2 });
  });
}

function reportRequests(seen, statuses) {
  const about = statuses.map(({ digest }) => seen.filter(({ path }) => decodeURIComponent(path).includes(digest)));
  const most = Math.max(...about.map((requests) => requests.length));
  const sent = about.flat().filter(({ method }) => method === 'PUT' || method === 'PATCH').length;
  report('requests a layer that the registry has', most, { digits: 0, atMost: 2, detail: `${seen.length} in all` });
  report('such layers of which bytes were sent', sent, { digits: 0, atMost: 0 });
}
