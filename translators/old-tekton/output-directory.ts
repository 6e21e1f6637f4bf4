import type { TaskResource, TaskSpec } from '../../src/api/tekton/task-spec.ts';

/** Where early releases looked for the layouts of output images, by release; later it was `/workspace/output`. */
const IMAGE_DIRECTORIES = ['/builder/output-images', '/builder/home/image-outputs', '/tekton/home/image-outputs'];

/** Where people write paths. */
type Texts = Readonly<Partial<Record<'steps' | 'stepTemplate' | 'sidecars' | 'params', unknown>>>;

/** Where steps leave an output: what it says of itself, else the directory of its time. */
export function outputDirectory(
  spec: TaskSpec,
  { name, targetPath = '', outputImageDir = '' }: TaskResource,
  type: string,
): string {
  const own = outputImageDir === '' ? targetPath : outputImageDir;
  if (own !== '') return (own.startsWith('/') ? own : `/workspace/${own}`).replace(/\/+$/, '');
  const early = type === 'image' ? IMAGE_DIRECTORIES.find((directory) => mentions(spec, directory)) : undefined;
  return `${early ?? '/workspace/output'}/${name}`;
}

/** Whether a text names a directory; of a Task, one of its steps, sidecars or parameters. */
export function mentions({ steps, stepTemplate, sidecars, params }: Texts, directory: string): boolean {
  const [, ...after] = JSON.stringify([steps, stepTemplate, sidecars, params]).split(directory);
  return after.some((rest) => !/^[-\w.]/.test(rest));
}
