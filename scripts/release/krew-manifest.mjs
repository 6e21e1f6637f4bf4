import { formatYaml } from '../release-modules.mjs';

/** Returns the manifest of the kubectl plugin for Krew (krew.googlecontainertools.github.com/v1alpha2). */
export function krewManifest({ version, homepage, executables }) {
  return formatYaml({
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'taskpack' },
    spec: {
      version: `v${version}`,
      homepage,
      shortDescription: 'Cloud Native Buildpacks builds on Tekton or Pods',
      description:
        'Translates kpack Builds to Tekton TaskRuns or native Pods, and shows, follows, explains and retries Builds\nand Images on a cluster.\n',
      platforms: executables.map(({ architecture, url, sha256, files }) => ({
        selector: { matchLabels: { os: 'linux', arch: architecture } },
        uri: url,
        sha256,
        bin: 'taskpack',
        files: files.map((from) => ({ from, to: '.' })),
      })),
    },
  });
}
