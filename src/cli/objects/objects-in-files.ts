import { BUILDS } from '../../clients/kube/client/resources.ts';
import { asKubeObject, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import { json, list } from '../../core/model/objects/reader.ts';
import { isJsonObject, type JsonObject } from '../../core/model/json.ts';
import { hasErrors } from '../../core/model/problem.ts';
import { readDocuments } from '../input.ts';
import { CommandFailure, failure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/** Returns the objects in the files of `--from`. Rejects with `CommandFailure`. */
export async function objectsInFiles(
  from: readonly string[],
  { input }: Pick<Terminal, 'input'>,
): Promise<readonly KubeObject[]> {
  const { documents, problems } = await readDocuments(from, false, input);
  // Without an error, the problems are notes about files without objects.
  if (hasErrors(problems)) throw new CommandFailure(problems, 1);
  return documents.flatMap(({ value }) => objectsIn(value));
}

/** Returns the objects of a document: the items of a List, or the document itself. */
function objectsIn(value: unknown): readonly KubeObject[] {
  if (!isJsonObject(value)) return [];
  const items = list(json)(value['items']);
  const all: readonly JsonObject[] = items.length > 0 ? items : [value];
  return all.flatMap((each) => asKubeObject(each, BUILDS) ?? []);
}

/** Returns the Build with the name, or the only one. Throws `CommandFailure` if there is none, or several. */
export function onlyBuild(objects: readonly KubeObject[], name: string | undefined): KubeObject {
  const builds = objects.filter(({ kind }) => kind === 'Build');
  const wanted = name === undefined ? builds : builds.filter(({ metadata }) => metadata.name === name);
  const [build, second] = wanted;
  if (build !== undefined && second === undefined) return build;
  const names = builds.map(({ metadata }) => metadata.name).join(', ');
  const which = name === undefined ? 'no Build' : `no Build ${name}`;
  const message =
    build === undefined
      ? `--from: the files have ${which}${names === '' ? '' : `, only ${names}`}`
      : `--from: the files have several Builds (${names}): name one of them`;
  throw failure(message);
}
