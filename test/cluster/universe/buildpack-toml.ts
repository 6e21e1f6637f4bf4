import { descriptorOf, type BuildpackSource } from './buildpack-source.ts';

type Fields = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Returns buildpack.toml (CNB buildpack specification). */
export function buildpackToml(source: BuildpackSource): string {
  const { api, name, homepage, stacks = [], targets = [], order = [] } = descriptorOf(source);
  const { id, version } = source;
  const { sbomFormats, execEnv } = source.kind === 'component' ? source : {};
  return [
    ...fields({ api }),
    '',
    ...table('[buildpack]', { id, version, name, homepage, 'sbom-formats': sbomFormats, 'exec-env': execEnv }),
    ...stacks.flatMap((stack) => table('[[stacks]]', { ...stack })),
    ...targets.flatMap(({ os, arch }) => table('[[targets]]', { os, arch })),
    ...order.flatMap(({ group }) => ['[[order]]', ...group.flatMap((child) => table('[[order.group]]', { ...child }))]),
  ].join('\n');
}

function table(header: string, content: Fields): readonly string[] {
  return [header, ...fields(content), ''];
}

/** Strings and lists of strings have the same syntax in TOML and JSON. */
function fields(content: Fields): readonly string[] {
  return Object.entries(content)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
}
