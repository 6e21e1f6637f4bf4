import type { BuildView } from '../views/build-view.ts';
import type { BuilderView } from '../views/builder-view.ts';
import type { ImageLayersView } from '../views/image-layers-view.ts';
import type { ImageView } from '../views/image-view.ts';
import type { InputView } from '../views/inputs-view.ts';
import type { Row, RowKind } from './row.ts';

/** The stream ends with an error. The page tries again. */
export interface StreamProblem {
  readonly kind: 'problem';
  readonly text: string;
}

/** The object does not exist. It may have been deleted. */
interface Missing {
  readonly kind: 'missing';
  readonly notes: readonly string[];
}

/** Messages about the lists: first `scope`, all rows and `complete`, then changes. */
export type ListMessage =
  | StreamProblem
  | {
      readonly kind: 'scope';
      /** Absent for all namespaces. */
      readonly namespace?: string;
    }
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly deleted: readonly string[] }
  /** All rows that the server had when the stream began are sent. */
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'reading';
      /** The kinds whose first list is not complete. */
      readonly kinds: readonly RowKind[];
      /** Sentences about what cannot be listed or watched. */
      readonly notes: readonly string[];
    };

/** Messages about one Build. */
export type BuildMessage =
  | StreamProblem
  | {
      readonly kind: 'build';
      readonly build: BuildView;
      readonly inputs: readonly InputView[];
      /** A clause about the wait of an unfinished Build. Absent while a phase runs. */
      readonly wait?: string;
      /** The builder as it is now, if it can be read. */
      readonly builder?: BuilderView;
      readonly notes: readonly string[];
    }
  | Missing;

/** Messages about the log of one Build. Each stream begins with the first line. */
export type LogMessage =
  | StreamProblem
  /** Begins the log of a phase. */
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** The log of another Pod begins. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'note'; readonly text: string }
  /** No line follows. */
  | { readonly kind: 'end' };

/** Messages about the content of the image of one Build, as its registry has it. */
export type LayersMessage =
  | StreamProblem
  | {
      readonly kind: 'layers';
      /** Absent if the image cannot be read. */
      readonly content?: ImageLayersView;
      /** Sentences about what could not be read. */
      readonly notes: readonly string[];
    }
  /** The content of an image does not change. */
  | { readonly kind: 'end' };

/** Messages about one Image or builder. */
export type ObjectMessage =
  | StreamProblem
  | { readonly kind: 'object'; readonly view: ImageView | BuilderView; readonly notes: readonly string[] }
  | Missing;
