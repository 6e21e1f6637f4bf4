/** Instructions that declare a variable and add nothing to the image. */
const SILENT = ['ARG'];
const INSTRUCTIONS = ['FROM', 'COPY', 'ENV', 'LABEL', 'USER', 'WORKDIR', 'ENTRYPOINT'];

/**
 * Parses a Containerfile and replaces its variables. Supports the part of Containerfile(5) that taskpack's images use: no RUN,
 * one source per COPY, and one pair per ENV or LABEL.
 */
export function parseContainerfile(text, variables) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .flatMap((line) => instruction(line, variables));
}

function instruction(line, variables) {
  const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
  if (SILENT.includes(name)) return [];
  if (!INSTRUCTIONS.includes(name))
    throw new Error(`unsupported instruction in a Containerfile: ${JSON.stringify(line)}`);
  return [{ name, value: replaced(rest, variables) }];
}

function replaced(text, variables) {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`the Containerfile's variable ${name} has no value`);
    return value;
  });
}

/** Returns the image configuration of instructions (OCI image specification, config.md). */
export function configOf(instructions, before = {}) {
  const config = structuredClone(before);
  for (const { name, value } of instructions) {
    switch (name) {
      case 'ENV':
        config.Env = [...(config.Env ?? []).filter((one) => keyOf(one) !== keyOf(value)), value];
        break;
      case 'LABEL':
        config.Labels = { ...config.Labels, [keyOf(value)]: JSON.parse(value.slice(keyOf(value).length + 1)) };
        break;
      case 'USER':
        config.User = value;
        break;
      case 'WORKDIR':
        config.WorkingDir = value;
        break;
      case 'ENTRYPOINT':
        config.Entrypoint = JSON.parse(value);
        delete config.Cmd;
        break;
    }
  }
  return config;
}

function keyOf(pair) {
  return pair.slice(0, pair.indexOf('='));
}
