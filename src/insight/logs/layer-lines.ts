import { plainLine } from './log-text.ts';

/** The layers that the lifecycle reports in the log of a Build, by the names of buildpack and layer. */
export interface LayerUse {
  /** The layers that restore took from the cache. */
  readonly restored: readonly string[];
  /** The layers of the image that are equal to those of the last image and were not sent. */
  readonly reused: readonly string[];
  /** The layers of the image that are new. */
  readonly added: readonly string[];
}

/** Reads the lines of a log. */
export interface LayerLines {
  readonly read: (phase: string, line: string) => void;
  /** Returns the layers, or `undefined` if neither restore nor export has logged anything. */
  readonly use: () => LayerUse | undefined;
}

/**
 * The messages of the lifecycle (phase/restorer.go, phase/exporter.go). Its slices of the application have numbers instead of
 * names.
 */
const MESSAGES: readonly (readonly [phase: string, pattern: RegExp, use: keyof LayerUse])[] = [
  ['restore', /^Restoring data for "(?<layer>[^"]+)" from cache$/, 'restored'],
  ['export', /^Reusing layer '(?<layer>[^']+)'$/, 'reused'],
  ['export', /^Adding layer '(?<layer>[^']+)'$/, 'added'],
  ['export', /^Reused (?<slices>\d+)\/\d+ app layer\(s\)$/, 'reused'],
  ['export', /^Added (?<slices>\d+)\/\d+ app layer\(s\)$/, 'added'],
];

/** Collects the layers from the phases of the lifecycle that run no buildpack, because a buildpack can print anything. */
export function layerLines(): LayerLines {
  const use = { restored: new Set<string>(), reused: new Set<string>(), added: new Set<string>() };
  let isSeen = false;
  return {
    read: (phase, line) => {
      if (phase !== 'restore' && phase !== 'export') return;
      isSeen = true;
      const text = plainLine(line);
      for (const [wanted, pattern, kind] of MESSAGES) {
        const found = wanted === phase ? pattern.exec(text)?.groups : undefined;
        if (found === undefined) continue;
        const { layer, slices } = found;
        if (layer !== undefined) use[kind].add(layer);
        for (let slice = 1; slice <= Math.min(Number(slices ?? 0), MAX_SLICES); slice += 1)
          use[kind].add(`app ${slice}`);
      }
    },
    use: () => (isSeen ? { restored: [...use.restored], reused: [...use.reused], added: [...use.added] } : undefined),
  };
}

/** An image has at most this number of layers in practice; a log can contain any number. */
const MAX_SLICES = 1000;
