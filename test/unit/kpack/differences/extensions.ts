import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { Layout } from '../our-pod.ts';
import type { ComparedContainer, Mount } from '../compared-pod.ts';
import { onKpack, type Difference } from './difference.ts';

const GUARD = '/var/taskpack/taskpack-export';
const PROGRAMS: Mount = { name: 'programs-dir', mountPath: '/var/taskpack', readOnly: true };
const KANIKO: Mount = { name: 'kaniko-dir', mountPath: '/kaniko' };
const GENERATED = '-generated=/var/detected/generated';
const UNCHANGED = ['hosts', 'resolv.conf'].map((name) => `-unchanged=/var/taskpack/${name},/etc/${name}`);
const COPY = '/var/detected/analyzed.toml';

/** The difference for a builder whose order has image extensions. */
export const EXTENSION_DIFFERENCES: readonly Difference[] = [
  {
    id: 'image-extensions',
    reconcile: onKpack((kpack, { subject, question }) => {
      const facts = subject.world.imageFacts(question.request.builder.image);
      const { detect, restore, export: exporter } = kpack.containers;
      const isRun = (facts?.extensions ?? []).length > 0 && exporter?.command[0] === GUARD;
      if (facts === undefined || !isRun || detect === undefined || restore === undefined) return kpack;
      const [own = ''] = exporter.args;
      const named = [...(facts.runImage === undefined ? [] : [facts.runImage]), ...(facts.images ?? [])];
      const references = named.flatMap(({ image, mirrors = [] }) => [image, ...mirrors]);
      const runImages = [...new Set([own, ...references.map((image) => `-run-image=${image}`)])];
      const containers = {
        ...kpack.containers,
        detect: withCopy(detect),
        restore: guarded(restore, ['before-restore', `-from=${COPY}`, GENERATED, ...runImages]),
        export: { ...exporter, args: [...runImages, ...exporter.args.slice(1)] },
      };
      return { ...kpack, containers };
    }),
  },
  {
    id: 'image-extensions-as-root',
    reconcile: onKpack((kpack, { layout }, ours) => {
      const { restore, build, export: exporter } = kpack.containers;
      if (ours.volumes[KANIKO.name] === undefined || !restore || !build || !exporter) return kpack;
      const generated = restore.args.indexOf(GENERATED) + 1;
      const containers = {
        ...kpack.containers,
        restore: {
          ...restore,
          args: [...restore.args.toSpliced(generated, 0, '-extend-build-image'), `-build-image=${build.image}`],
          volumeMounts: withMount(restore.volumeMounts, PROGRAMS.name, KANIKO),
        },
        build: extending(build, layout),
        export: { ...exporter, args: exporter.args.toSpliced(exporter.args.indexOf('--'), 0, ...UNCHANGED) },
      };
      const volumes = { ...kpack.volumes, [KANIKO.name]: { emptyDir: {} } };
      return { ...kpack, containers, volumes, spec: { ...kpack.spec, hostUsers: false } };
    }),
  },
];

/** The extender applies Dockerfiles as root, and then runs the buildpacks as the user of the builder in the goldens. */
function extending(build: ComparedContainer, layout: Layout): ComparedContainer {
  const waiter = layout === 'init' ? [] : ['KILL'];
  const add = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', ...waiter, 'SETFCAP', 'SETGID', 'SETUID'];
  const context = build.rest['securityContext'] as JsonObject;
  const root = { runAsNonRoot: false, runAsUser: 0, runAsGroup: 0, capabilities: { drop: ['ALL'], add } };
  return {
    ...build,
    command: ['/cnb/lifecycle/extender'],
    args: ['-kind=build', ...build.args, GENERATED, '-uid=1001', '-gid=1000'],
    volumeMounts: withMount(build.volumeMounts, 'build-wait', KANIKO),
    rest: { ...build.rest, securityContext: { ...context, ...root } },
  };
}

/** Returns the mounts with another one before the first whose name begins so, or at the end. */
function withMount(mounts: readonly Mount[], before: string, mount: Mount): readonly Mount[] {
  const index = mounts.findIndex(({ name }) => name.startsWith(before));
  return mounts.toSpliced(index === -1 ? mounts.length : index, 0, mount);
}

/** The detector writes the run image into a copy of analyzed.toml. */
function withCopy(detect: ComparedContainer): ComparedContainer {
  const args = [...detect.args, `-analyzed=${COPY}`, GENERATED];
  const env = detect.env.filter(({ name }) => name !== 'CNB_ANALYZED_PATH');
  return guarded({ ...detect, args, env }, ['before-detect', '-from=/var/analyzed/analyzed.toml']);
}

function guarded(container: ComparedContainer, args: readonly string[]): ComparedContainer {
  return {
    ...container,
    command: [GUARD],
    args: [...args, '--', ...container.command, ...container.args],
    // The mounts of the waiter are the last ones.
    volumeMounts: withMount(container.volumeMounts, 'build-wait', PROGRAMS),
  };
}
