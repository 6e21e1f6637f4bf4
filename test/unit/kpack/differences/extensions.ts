import type { ComparedContainer, Mount } from '../compared-pod.ts';
import { onKpack, type Difference } from './difference.ts';

const GUARD = '/var/taskpack/taskpack-export';
const PROGRAMS: Mount = { name: 'programs-dir', mountPath: '/var/taskpack', readOnly: true };
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
        restore: guarded(restore, [
          'before-restore',
          `-from=${COPY}`,
          '-generated=/var/detected/generated',
          ...runImages,
        ]),
        export: { ...exporter, args: [...runImages, ...exporter.args.slice(1)] },
      };
      return { ...kpack, containers };
    }),
  },
];

/** The detector writes the run image into a copy of analyzed.toml. */
function withCopy(detect: ComparedContainer): ComparedContainer {
  const args = [...detect.args, `-analyzed=${COPY}`, '-generated=/var/detected/generated'];
  const env = detect.env.filter(({ name }) => name !== 'CNB_ANALYZED_PATH');
  return guarded({ ...detect, args, env }, ['before-detect', '-from=/var/analyzed/analyzed.toml']);
}

function guarded(container: ComparedContainer, args: readonly string[]): ComparedContainer {
  const { volumeMounts } = container;
  // The mounts of the waiter are the last ones.
  const index = volumeMounts.findIndex(({ name }) => name.startsWith('build-wait'));
  return {
    ...container,
    command: [GUARD],
    args: [...args, '--', ...container.command, ...container.args],
    volumeMounts: volumeMounts.toSpliced(index === -1 ? volumeMounts.length : index, 0, PROGRAMS),
  };
}
