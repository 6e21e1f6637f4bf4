import { withoutSecrets } from '../../views/inputs-view.ts';
import type { ReportView } from '../../views/report-view.ts';
import { builderLines, imageText } from '../../views/build-view.ts';
import { causeLines } from '../../views/cause-view.ts';
import { sourceLines } from '../../views/source-view.ts';
import { descriptions, type Section } from './section.ts';

/** Returns the image and the buildpacks that a Build produced. */
export function resultSection({ build }: Pick<ReportView, 'build'>): Section | undefined {
  if (build.builtImage === undefined) return undefined;
  const content = descriptions([
    { name: 'Image', values: [build.builtImage] },
    { name: 'Tags', values: build.tags },
    { name: 'Run image', values: [build.runImage] },
    { name: 'Lifecycle', values: [build.lifecycleVersion] },
    { name: 'Buildpacks', values: (build.buildpacks ?? []).map(({ id, version = '' }) => `${id} ${version}`) },
    { name: 'Cache image', values: [build.cacheImage] },
  ]);
  return { id: 'result', title: 'Result', content };
}

/** Returns why a Build ran, and from what. */
export function inputsSection({ build, inputs }: Pick<ReportView, 'build' | 'inputs'>): Section {
  const { backend, taskRun, pod } = build.workload;
  const runBy = [backend, taskRun && `TaskRun ${taskRun}`, pod && `Pod ${pod}`].filter((part) => part !== undefined);
  const content = descriptions([
    { name: 'Why it ran', values: causeLines(withoutSecrets(build.cause)) },
    { name: 'Image', values: [imageText(build)] },
    { name: 'Source', values: sourceLines(build.source) },
    { name: 'Builder', values: builderLines(build.builder) },
    { name: 'Tags', values: build.tags },
    { name: 'Run by', values: [runBy.join(', ')] },
    ...inputs,
  ]);
  return { id: 'inputs', title: 'Inputs', content };
}
