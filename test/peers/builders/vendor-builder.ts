import type { Image } from '../../../src/core/oci/image.ts';
import { makeLayer, type Layer } from '../../../src/core/oci/layer.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { labelledImage } from '../../cluster/universe/labelled-image.ts';
import { lifecycleImage, type LifecyclePrograms } from '../../cluster/universe/lifecycle-image.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { createByPack } from '../pack/packed-builder.ts';
import { compileBuildpacks, compileLifecycle } from './vendor-programs.ts';
import type { Vendor } from './vendors.ts';

/** Pushes the base images of a vendor's builder, and the builder as pack makes it. Returns the tag of the builder. */
export async function publishVendorBuilder({ url, address }: Registry, vendor: Vendor): Promise<string> {
  const { build, run, mirrors } = vendor.images;
  const base = baseLayers(vendor);
  await pushImage(baseImage(vendor, base, true), { url, repository: build }, 'latest');
  for (const repository of [run, ...mirrors]) {
    await pushImage(baseImage(vendor, base, vendor.runHasUser), { url, repository }, 'latest');
  }
  const workspace = makeWorkspace();
  const programs = makeWorkspace();
  try {
    const folders = await compileBuildpacks(vendor, workspace);
    const lifecycle = lifecycleImage(await lifecycleOf(vendor, programs));
    const { pack } = await ensurePrograms(['pack'], console.error);
    const tag = `${address}/${build.replace(/\/.*$/, '')}/builder`;
    createByPack({ pack, lifecycle, toml: builderToml(vendor, folders, address), tag }, workspace);
    return tag;
  } finally {
    workspace.remove();
    programs.remove();
  }
}

async function lifecycleOf({ lifecycle: version }: Vendor, workspace: Workspace): Promise<LifecyclePrograms> {
  if (version === '0.21.12') return compileLifecycle(workspace);
  return { version, ...(await ensurePrograms(['lifecycle', 'launcher'], console.error, { lifecycle: version })) };
}

/** The layers of both images, with the files of Ubuntu that the programs read. */
function baseLayers({ user: { name, uid, gid, home } }: Vendor): readonly Layer[] {
  const content = {
    '/etc/passwd': `root:x:0:0::/:/bin/sh\n${name}:x:${uid}:${gid}::${home}:/bin/sh\n`,
    '/etc/group': `root:x:0:\n${name}:x:${gid}:\n`,
    '/etc/nsswitch.conf': 'hosts: files dns\n',
    '/etc/os-release': 'ID=ubuntu\nVERSION_ID="24.04"\n',
  };
  const files = Object.entries(content).map(([path, text]) => ({ path, kind: 'file', content: text }) as const);
  // The buildpacks run the commands of a Procfile by bash.
  const bash = { path: '/bin/bash', kind: 'file', content: '#!/bin/sh\nexec /bin/sh "$@"\n', mode: 0o755 } as const;
  return [busyboxLayer(), makeLayer([...files, bash, { path: home, kind: 'directory', uid, gid }], { parents: true })];
}

function baseImage({ stack, labels, user, imageUser }: Vendor, layers: readonly Layer[], hasUser: boolean): Image {
  const variables = [`CNB_USER_ID=${user.uid}`, `CNB_GROUP_ID=${user.gid}`, `CNB_STACK_ID=${stack}`];
  return labelledImage({
    labels: { 'io.buildpacks.stack.id': stack, ...labels },
    layers,
    container: { User: imageUser, Env: ['PATH=/bin', ...(hasUser ? variables : [])] },
  });
}

/** Returns builder.toml without the lifecycle. */
function builderToml({ stack, images, hasRunImages, group }: Vendor, folders: readonly string[], at: string): string {
  const [build, run] = [`"${at}/${images.build}"`, `"${at}/${images.run}"`];
  const mirrors = JSON.stringify(images.mirrors.map((repository) => `${at}/${repository}`));
  return [
    ...group.map(({ id }, index) => `[[buildpacks]]\nid = "${id}"\nuri = "${folders[index]}"`),
    '[[order]]',
    ...group.map(
      ({ id, version, optional = false }) =>
        `[[order.group]]\nid = "${id}"\nversion = "${version}"\noptional = ${optional}`,
    ),
    `[stack]\nid = "${stack}"\nbuild-image = ${build}\nrun-image = ${run}\nrun-image-mirrors = ${mirrors}`,
    ...(hasRunImages ? [`[build]\nimage = ${build}\n[[run.images]]\nimage = ${run}\nmirrors = ${mirrors}`] : []),
    '',
  ].join('\n');
}
