import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'smol-toml';
import { RUN_FILE, STACK_FILE, type RunImage, type RunImages } from '../../core/model/run-images.ts';

/**
 * Writes stack.toml and run.toml (CNB platform specification) for a lifecycle image, or for a builder image without run.toml. The exporter
 * copies the run image and its mirrors to a label, so both files must say the same as the builder's.
 */
export async function writeRunImages(directory: string, runImages: RunImages): Promise<void> {
  // The files of pack and taskpack use the other field of the label if one is missing.
  const { stack = runImages.images?.[0], images = stack === undefined ? [] : [stack] } = runImages;
  await mkdir(directory, { recursive: true });
  await writeFile(
    path.join(directory, STACK_FILE),
    stringify(stack === undefined ? {} : { 'run-image': table(stack) }),
  );
  await writeFile(path.join(directory, RUN_FILE), stringify({ images: images.map(table) }));
}

/** The lifecycle omits an empty list of mirrors from the label. */
function table({ image, mirrors = [] }: RunImage): object {
  return { image, ...(mirrors.length > 0 && { mirrors: [...mirrors] }) };
}
