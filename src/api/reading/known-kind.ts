import type { Problem } from '../../model/problem.ts';
import { readKind, type KindDefinition, type Named, type ReadObject } from './kind.ts';
import type { WrittenObject } from './placing.ts';

/** A kind as its readers see it. */
export interface KnownKind<Object> {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly isSecret: boolean;
  /** Reads an object of this kind in one of its versions. */
  readonly read: (version: string, written: WrittenObject) => KindReading<Object>;
}

/** An object, if nothing is wrong with it, and everything that is. */
export interface KindReading<Object> {
  readonly object?: Object;
  readonly problems: readonly Problem[];
}

/** Binds a definition to its group and kind. */
export function knownKind<Kind extends string, Value extends Named>(
  group: string,
  kind: Kind,
  definition: KindDefinition<Value>,
): KnownKind<ReadObject<Kind, Value>> {
  return {
    group,
    kind,
    versions: Object.keys(definition.versions),
    isSecret: definition.isSecret ?? false,
    read: (version, written) => {
      const { value, problems, locate, writtenPath } = readKind(definition, version, written);
      if (value === undefined) return { problems };
      return { object: { kind, value, writtenVersion: version, locate, writtenPath }, problems };
    },
  };
}
