import { markdownTable } from './markdown-table.mjs';
import { require } from './typescript.mjs';

const HEAD = `<!-- Written by npm run generate from src/core/settings; do not edit. -->

# Settings

\`taskpack controller\` reads these environment variables, which the ConfigMap \`settings\` of the namespace \`taskpack\` gives
it in a cluster: the keys of the ConfigMap are the variables' names. An empty variable is not set. \`taskpack translate\` reads
the variables that apply to files (\`taskpack translate --help\`).

For example, these settings let no program of a builder image read registry credentials. They also allow a private token server
and two kinds of annotations:

\`\`\`yaml
data:
  LIFECYCLE_IMAGES: 0.20.12=docker.io/buildpacksio/lifecycle@sha256:…,0.19.7=docker.io/buildpacksio/lifecycle@sha256:…
  REQUIRE_TRUSTED_LIFECYCLE: 'true'
  ALLOWED_ADDRESSES: login.corp.example.com,10.20.0.0/16
  ALLOWED_ANNOTATIONS: example.com/team,example.org/*
\`\`\`

Quote \`true\`, \`false\` and numbers, because values of a ConfigMap are strings. Then
[restart the controller](../how-to/install-the-controller.md#4-change-settings). If variables are invalid, the controller reports
all of them at once and does not start. It warns of names that are almost those of settings:

\`\`\`text
error: REQUIRE_TRUSTED_LIFECYCLE: must be true or false, not "yes"
error: ALLOWED_ADDRESSES: must be hosts, addresses or CIDRs such as 10.0.0.0/8, separated by commas, not "10.0.0.0/33"
warning: LIFECYCLE_IMAGE: is not a setting and has no effect; did you mean LIFECYCLE_IMAGES?
\`\`\`

## Variables
`;

const KPACK = `## Variables of kpack that have no effect

The controller warns about each of them that is set.
`;

const TRACES = `## Variables of OpenTelemetry

The controller exports traces of Builds if an endpoint is set ([Trace Builds](../how-to/trace-builds.md)).
OpenTelemetry's SDK reads these variables. An unusable value is a warning: the controller then uses the default, or exports no
traces.
`;

/** Returns docs/reference/settings.md: all variables, and the variables of kpack that have no effect. */
export function settingsReference() {
  const { variableReference, kpackReference } = require('../src/core/settings/reference.ts');
  const rows = variableReference().map(({ name, values, byDefault, meaning }) => [
    `\`${name}\``,
    values,
    byDefault === '' ? '' : `\`${byDefault}\``,
    meaning,
  ]);
  const { TRACE_VARIABLES, tracesVariable } = require('../src/core/settings/trace-variables.ts');
  const traces = Object.entries(TRACE_VARIABLES).map(([name, { values, byDefault, meaning, hasTracesVariable }]) => [
    `\`${name}\``,
    values,
    byDefault === '' ? '' : `\`${byDefault}\``,
    hasTracesVariable ? `${meaning}; \`${tracesVariable(name)}\` has precedence` : meaning,
  ]);
  const kpack = kpackReference().map(([name, instead]) => [`\`${name}\``, instead]);
  return [
    HEAD,
    markdownTable(['variable', 'values', 'default', 'meaning'], rows),
    TRACES,
    markdownTable(['variable', 'values', 'default', 'meaning'], traces),
    KPACK,
    markdownTable(['variable', 'instead'], kpack),
  ].join('\n');
}
