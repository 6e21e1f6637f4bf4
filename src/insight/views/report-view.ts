import type { BuildView } from './build-view.ts';
import type { DetectionView } from './detection-view.ts';
import type { ImageLayersView } from './image-layers-view.ts';
import type { InputView } from './inputs-view.ts';

/** Everything that the page of a Build shows. */
export interface ReportView {
  /** RFC 3339. */
  readonly createdAt: string;
  readonly build: BuildView;
  readonly inputs: readonly InputView[];
  /** The log by phase. Empty if it cannot be read. */
  readonly log: readonly LogSection[];
  /** The order of the builder, with the result of detection. Absent if the builder is not known. */
  readonly detection?: DetectionView;
  /** The content of the built image. Absent if there is none, or it cannot be read. */
  readonly content?: ImageLayersView;
  /** Sentences about what the page lacks, and why. */
  readonly gaps: readonly string[];
}

/** The log of one phase. */
export interface LogSection {
  readonly title: string;
  /** Lines can contain control characters. */
  readonly lines: readonly string[];
  /** The number of lines before these that are left out. */
  readonly leftOut: number;
}
