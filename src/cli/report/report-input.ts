import type { Build } from '../../core/model/objects/build.ts';
import type { Builder } from '../../core/model/objects/builder.ts';
import type { Pod } from '../../core/model/objects/pod.ts';
import type { LogSection } from '../../insight/views/report-view.ts';

/** The Build of a page, and what belongs to it as far as it could be read. */
export interface ReportInput {
  readonly build: Build;
  readonly pod?: Pod;
  /** The Builder or ClusterBuilder. */
  readonly builder?: Builder;
  readonly log: readonly LogSection[];
  /** Sentences about what could not be read. */
  readonly gaps: readonly string[];
}

/** A page with more lines of one phase than this is slow in a browser. */
const MAX_LINES = 20_000;

/** Collects the lines of one phase, of which the last ones are kept. */
export interface SectionDraft {
  readonly title: string;
  readonly lines: string[];
  leftOut: number;
}

/** Adds a line. The oldest lines are removed in blocks, because removing one takes as long as moving all. */
export function addLine(section: SectionDraft, line: string): void {
  section.lines.push(line);
  if (section.lines.length < 2 * MAX_LINES) return;
  section.lines.splice(0, MAX_LINES);
  section.leftOut += MAX_LINES;
}

/** Returns the last lines of a section. */
export function finished({ title, lines, leftOut }: SectionDraft): LogSection {
  const surplus = Math.max(0, lines.length - MAX_LINES);
  return { title, lines: lines.slice(surplus), leftOut: leftOut + surplus };
}
