import type { OracleAnswer, OracleEntry } from './builder-oracle.ts';
import { unscoped } from './differences/scoped-children.ts';
import type { EntryOutcome, Outcome } from './outcome.ts';

/** Returns kpack's outcome for a builder. */
export function kpackOutcome({ refusal, crashed, entries, status, layers = {} }: OracleAnswer): Outcome {
  return {
    ...(crashed !== undefined && { crashed }),
    entries: entries?.flat().map(entryOutcome),
    refusals: refusal === undefined ? [] : [unscoped(refusal)],
    ...(status !== undefined && {
      made: { order: unscoped(JSON.stringify(status.order ?? [])), contents: contentsOf(layers) },
    }),
  };
}

function entryOutcome({ refusal, crashed, buildpack }: OracleEntry): EntryOutcome {
  const refusals = refusal === undefined ? [] : [unscoped(refusal)];
  if (buildpack === undefined) return { ...(crashed !== undefined && { crashed }), refusals };
  const { id, version, diffId, account } = buildpack;
  return { refusals, chosen: unscoped(`${id}@${version} ${diffId} of ${account.name}`) };
}

function contentsOf(layers: NonNullable<OracleAnswer['layers']>): readonly string[] {
  const names = Object.entries(layers).flatMap(([id, versions]) =>
    Object.entries(versions).map(([version, { layerDiffID }]) => unscoped(`${id}@${version} ${layerDiffID}`)),
  );
  return [...new Set(names)].toSorted();
}
