import { withCluster } from '../cluster.ts';
import { viewTexts } from '../list/list-output.ts';
import { readObject } from '../objects/object-arguments.ts';
import type { ShownView } from '../objects/object-columns.ts';
import { paintFor, type Paint } from '../objects/paint.ts';
import type { ClusterFlags } from '../options.ts';
import { reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { describeBuild } from './describe-build.ts';
import { describeBuilder } from './describe-builder.ts';
import { findObject } from './find-object.ts';
import { describeImage } from './describe-image.ts';
import { readStatus } from './read-status.ts';

/** The parsed options of `taskpack status`. */
export interface StatusFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly output: 'text' | 'json' | 'yaml';
}

/** Runs `taskpack status`. */
export async function runStatus(
  object: string,
  name: string | undefined,
  flags: StatusFlags,
  terminal: Terminal,
): Promise<void> {
  const reference = readObject(object, name);
  await withCluster(flags, terminal, async ({ client, namespace }) => {
    const found = await findObject(client, reference, flags.namespace ?? namespace);
    const nowMs = Date.now();
    const { view, problems } = await readStatus(client, found, nowMs);
    await writeTexts(terminal.output, textsOf(view, flags.output, nowMs, paintFor(terminal.output)));
    reportProblems(problems, terminal.errors);
  });
}

function textsOf(view: ShownView, output: StatusFlags['output'], nowMs: number, paint: Paint): Iterable<string> {
  if (output !== 'text') return viewTexts([view], output, 'each');
  switch (view.kind) {
    case 'ImageView':
      return [describeImage(view, nowMs, paint)];
    case 'BuildView':
      return [describeBuild(view, nowMs, paint)];
    case 'BuilderView':
      return [describeBuilder(view, nowMs, paint)];
  }
}
