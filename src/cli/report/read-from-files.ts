import { readFile } from 'node:fs/promises';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { HEADING_MARK, pageLine, plainLine } from '../../insight/logs/log-text.ts';
import { lineMasks } from '../../core/mask/line-mask.ts';
import { defined } from '../../core/model/defined.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { asBuilder } from '../../core/model/objects/builder.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { isPhaseName } from '../../core/model/phase-name.ts';
import { buildView } from '../../insight/views/build-view.ts';
import type { LogSection } from '../../insight/views/report-view.ts';
import { objectsInFiles, onlyBuild } from '../objects/objects-in-files.ts';
import { systemFailure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';
import { addLine, finished, type ReportInput, type SectionDraft } from './report-input.ts';

export interface ReportFiles {
  readonly from: readonly string[];
  readonly log: string | undefined;
  /** The Build, if the files have several. */
  readonly name: string | undefined;
}

/** Reads a Build and what belongs to it from files. Rejects with `CommandFailure`. */
export async function readFromFiles({ from, log, name }: ReportFiles, terminal: Terminal): Promise<ReportInput> {
  const objects = await objectsInFiles(from, terminal);
  const build = asBuild(onlyBuild(objects, name));
  const pod = objects.find((each) => each.kind === 'Pod' && nameOf(each) === build.status.podName);
  const { resource } = buildView({ build, nowMs: 0 }).builder;
  const builder = objects.find((each) => each.kind === resource?.kind && nameOf(each) === resource.name);
  const sections =
    log === undefined ? [] : sectionsOf(await readFile(log, 'utf8').catch(systemFailure(`--log ${log}`)));
  const gaps = [
    ...(log === undefined ? ['The log: add it with --log.'] : []),
    ...(builder === undefined && resource !== undefined
      ? [`The order of the builder: the files have no ${resource.kind} ${resource.name}.`]
      : []),
  ];
  return { build, ...defined({ pod: pod && asPod(pod), builder: builder && asBuilder(builder) }), log: sections, gaps };
}

function nameOf({ metadata }: KubeObject): string {
  return metadata.name;
}

/** Divides the output of `taskpack logs` at its headings. Lines before the first heading belong to `log`. */
function sectionsOf(text: string): readonly LogSection[] {
  const masks = lineMasks([]);
  const sections: SectionDraft[] = [];
  let mask = masks();
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const title = headingOf(line);
    if (title !== undefined || sections.length === 0) {
      sections.push({ title: title ?? 'log', lines: [], leftOut: 0 });
      mask = masks();
    }
    const section = sections.at(-1);
    if (title === undefined && section !== undefined) addLine(section, pageLine(mask(line)));
  }
  return sections.map(finished);
}

/** Only the name of a phase is a heading, because buildpacks print lines with the same mark. */
function headingOf(line: string): string | undefined {
  const plain = plainLine(line);
  if (!plain.startsWith(`${HEADING_MARK} `)) return undefined;
  const title = plain.slice(HEADING_MARK.length + 1).toLowerCase();
  return isPhaseName(title) ? title : undefined;
}
