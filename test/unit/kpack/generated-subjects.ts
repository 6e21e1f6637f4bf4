import * as fc from 'fast-check';
import { arbitraryBuild, type GeneratedBuild } from '../../support/arbitrary-build.ts';
import { someOptions } from '../../support/translation-of.ts';
import { arbitraryExtras, type Extras } from './arbitrary-extras.ts';
import { MISTAKES, type Mistake } from './mistakes.ts';
import { subjectsOf, type Subject } from './subject.ts';

type Fields = Readonly<Record<string, unknown>>;

/** kpack's answers about these Builds are recorded. */
export const GENERATED = { seed: 20_260_101, count: 60 };

/** Generates Builds from a seed, so that failures are reproducible. */
export function generatedSubjects({ seed, count }: typeof GENERATED): readonly Subject[] {
  return sample(seed, count).map((made, index) => subject(`generated Build ${index}`, made, {}));
}

/** Returns two Builds for each mistake: one written by a user, one by kpack's controller. */
export function mistakenSubjects(): readonly Subject[] {
  const made = sample(GENERATED.seed, MISTAKES.length);
  return MISTAKES.flatMap((mistake, index) => {
    const [build, extras] = made[index] as Made;
    return [false, true].map((isOfImage) =>
      subject(`${JSON.stringify(mistake)}${isOfImage ? ' by kpack' : ''}`, [build, { ...extras, isOfImage }], mistake),
    );
  });
}

type Made = readonly [GeneratedBuild, Extras];

function sample(seed: number, count: number): readonly Made[] {
  return fc.sample(fc.tuple(arbitraryBuild, arbitraryExtras), { seed, numRuns: count });
}

function subject(name: string, [build, extras]: Made, mistake: Mistake): Subject {
  const { documents, accountSecrets } = build;
  const pulledWith = extras.pullsAsAccount ? accountSecrets.slice(0, 1) : [];
  const extend = extension({ extras, mistake, pulledWith });
  const extended = documents.map(({ value }) => ({ value: extend(value as Manifest) }));
  const [only] = subjectsOf(name, extended, someOptions(extras.options));
  if (only === undefined) throw new Error(`${name} is no Build`);
  return only;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: Fields & { readonly annotations?: Fields };
  readonly spec: Fields;
}

interface Extension {
  readonly extras: Extras;
  readonly mistake: Mistake;
  /** Secrets of the ServiceAccount that also pull the builder. */
  readonly pulledWith: readonly string[];
}

function extension(by: Extension): (manifest: Manifest) => unknown {
  const { extras, mistake } = by;
  return (manifest) => {
    const metadata = { ...manifest.metadata, ...placeOf(extras) };
    switch (manifest.kind) {
      case 'Build':
        return extendedBuild(manifest, by);
      case 'ServiceAccount':
        return { ...manifest, metadata };
      case 'Secret':
        return { ...manifest, metadata: { ...metadata, annotations: annotated(manifest, extras) } };
      default:
        // The facts. The conversion to JSON removes undefined fields.
        return JSON.parse(JSON.stringify({ ...manifest, ...mistake.facts })) as unknown;
    }
  };
}

function annotated({ metadata }: Manifest, { secretAnnotations }: Extras): Fields {
  return { ...metadata.annotations, ...secretAnnotations };
}

function extendedBuild(build: Manifest, { extras, mistake, pulledWith }: Extension): unknown {
  const { metadata, spec: added, isOfImage } = extras;
  const owner = { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'web', uid: '1', controller: true };
  const { annotations = {} } = metadata as { readonly annotations?: Fields };
  const { cnbBindings, ...free } = added;
  const builder = { ...(build.spec['builder'] as Fields), ...(free['builder'] as Fields | undefined) };
  const own = (builder['imagePullSecrets'] as readonly unknown[] | undefined) ?? [];
  const imagePullSecrets = [...own, ...pulledWith.map((name) => ({ name }))];
  return {
    ...build,
    metadata: {
      ...build.metadata,
      ...metadata,
      annotations: { ...annotations, ...build.metadata.annotations },
      ...(isOfImage && { ownerReferences: [owner] }),
      // A rebase reads no source, environment and services, so it would hide a mistake in them.
      ...(isMistaken(mistake) && { annotations }),
    },
    spec: {
      ...build.spec,
      ...free,
      builder: { ...builder, imagePullSecrets },
      // Users cannot write these fields in v1alpha2.
      ...(isOfImage && cnbBindings !== undefined && { cnbBindings }),
      ...mistake.spec,
    },
  };
}

function isMistaken({ spec, facts }: Mistake): boolean {
  return spec !== undefined || facts !== undefined;
}

function placeOf({ metadata }: Extras): Fields {
  const { namespace } = metadata as { readonly namespace?: string };
  return namespace === undefined ? {} : { namespace };
}
