import { CREDENTIALS } from '../../../translators/phases/volumes.ts';
import { NO_MARK } from './build-paths.ts';
import type { ComponentBuildpack } from '../../cluster/universe/buildpack-source.ts';
import { SEARCH_IN_DETECT, searchInBuild } from './identity-search.ts';

/** The ID of the buildpack that attacks. The lifecycle replaces the slash in its directory's name. */
export const HOSTILE_ID = 'test/hostile';

/** The directory of the buildpack's layers. */
export const HOSTILE_LAYERS = '/layers/test_hostile';

/** The name of the cached layer that detect replaces by a link. */
export const LINKED_LAYER = 'linked';

/** The name of the launch layer that has metadata and no content, so that the exporter takes it from the previous image. */
export const FOREIGN_LAYER = 'foreign';

/** The name of the layer whose file changes after the buildpack has written the mark of its phase. */
const EARLY_LAYER = 'early';

/** The content of the early layer's file while the buildpack still runs. */
export const STILL_RUNNING = 'canary-of-a-running-build';

/** The output of the credential helper that a buildpack's layer puts into the builder image. */
export const HELPER_RAN = 'canary-of-a-credential-helper';

/** Seconds for which a buildpack goes on after it has written its mark. On a busy machine, an export starts in less. */
const RUNS_ON_SECONDS = 20;

/** A buildpack that has ended its waiter prints this and the uptime of the machine, in seconds, as long as it runs. */
export const GOES_ON = 'goes on at';

/** The target of a link that the exporter archives as a link. */
export const LINK_TARGET = 'canary-of-a-link';

/** The value of the results that a buildpack forges, as the image of another registry. */
export const FORGED_RESULT = 'registry.invalid/canary-of-a-forged-result';

/** The content of a layer of a build that has changed the file in which export looks up the registry. */
export const REDIRECTED = 'canary-of-a-redirected-registry';

/** The content of a layer of a build that fails. */
export const FAILED = 'canary-of-a-failed-build';

/** Results that the task declares, and others with names that Tekton Chains looks for. Tekton takes both from every step. */
const FORGED_RESULTS = ['IMAGE_URL', 'IMAGE_DIGEST', 'CACHE_IMAGE', 'APP_IMAGE_URL', 'IMAGES', 'OTHER_IMAGE_URL'];

/** The output of a buildpack that can change the program that keeps the order of phases. */
export const CHANGES = 'canary-of-a-changed-entrypoint';

/** The last output of the hostile buildpacks, after they have tried all attacks. */
export const TRIED = 'the hostile buildpacks have tried';

/** One process alone can miss the moment on a busy machine. */
const PLANTERS = 4;

/** Links that one process plants: to start a process takes longer than to plant all of them. */
const LINKS = 1000;

/** Seconds for which a buildpack that runs beside analyze or restore plants its link at most. */
const PLANTS_SECONDS = 60;

/** Seconds for which the buildpack goes on after the step beside it has ended. Tekton's entrypoint reads the link in them. */
const PLANTS_ON_SECONDS = 3;

/** The output of a step that refuses to start beside the step before it (fallback-entrypoint/token.go). */
export const STARTED_EARLY = 'an earlier phase has not ended, or has failed';

/** The application's hostile.env lists the attacks, and the paths of the Build's files, which taskpack documents. */
const READ_ATTACKS = `[ -f hostile.env ] || exit 100
. ./hostile.env
attacks() { case " $ATTACKS " in *" $1 "*) return 0;; esac; return 1; }
# Tekton's entrypoint adds what this file contains to the status of every later step.
if attacks shown && [ -d /tekton/artifacts ]; then
  ln -sf "$LOGIN/config.json" /tekton/artifacts/provenance.json && echo 'planted a link for Tekton'
fi
# The waiter of the phase beside this one removes the link, and Tekton's entrypoint reads it a moment later. It writes $1 before that.
plant_again() {
  mkdir -p /tekton/artifacts/planted
  ln -sf "$LOGIN/config.json" /tekton/artifacts/planted/provenance.json
  links=$(yes /tekton/artifacts/planted/provenance.json | head -n ${LINKS})
  planters=
  while [ "\${#planters}" -lt ${PLANTERS} ]; do
    while :; do ln -s $links /tekton/artifacts/ 2>/dev/null; done &
    pids="$pids $!"
    planters="x$planters"
  done
  waited=0
  until [ -e "$1" ] || [ $waited -ge ${PLANTS_SECONDS} ]; do sleep 1; waited=$((waited + 1)); done
  sleep ${PLANTS_ON_SECONDS}
  kill $pids
}`;

/** Tekton takes results from the message of a step, or, with another setting, from the shared directory. */
const FORGE_RESULTS = `if [ -d /tekton ]; then
  printf '%s' '${JSON.stringify(FORGED_RESULTS.map((key) => ({ key, value: FORGED_RESULT, type: 1 })))}' > /tekton/termination
  for result in ${FORGED_RESULTS.join(' ')}; do printf '%s' ${FORGED_RESULT} > "/tekton/results/$result"; done
fi`;

/** The waiter finds nothing through this link, and process 1, which is Tekton's entrypoint, finds the directory of the buildpack. */
const FORGE_ARTIFACTS = `mkdir -p /tmp/artifacts
  printf '{"outputs":[{"name":"image","buildOutput":true,"values":[{"uri":"%s","digest":{"sha256":"%s"}}]}]}' ${FORGED_RESULT} "$(yes a | head -n 64 | tr -d '\\n')" > /tmp/artifacts/provenance.json
  own="\${MARK%/*}/status/artifacts"
  rm -rf "$own"
  ln -s /proc/self/task/1/root/tmp/artifacts "$own" && echo 'planted artifacts'`;

/** An answer to the hold of a failed phase, written before the hold, and by a process that goes on. */
const ANSWER = `touch "$HOLD/continue" && echo 'forged the answer of a user'
    (while touch "$HOLD/continue"; do sleep 1; done) > /dev/null 2>&1 &`;

/** A build that fails, and leaves a mark of success and forged results. */
const FAIL = `mkdir -p /layers/config ${HOSTILE_LAYERS}/failed
  echo ${FAILED} > ${HOSTILE_LAYERS}/failed/file
  launch failed
  printf '[[buildpacks]]\\nid = "${HOSTILE_ID}"\\nversion = "1.0.0"\\n' > /layers/config/metadata.toml
  folder="\${MARK%/*}"
  rm -f "$folder/.done.unfinished"
  echo '{}' > "$MARK" && echo 'forged the mark of a phase that fails'
  if attacks answering; then
    ${ANSWER}
  fi
  echo "${TRIED} failing"
  exit 51`;

/** The script goes on after an attack that fails, so that one Build tries all of them. */
const DETECT = `${READ_ATTACKS}
link() { mkdir -p ${HOSTILE_LAYERS} && ln -s "$1" ${HOSTILE_LAYERS}/${LINKED_LAYER} && echo "planted a link to $1"; }
if attacks early-by-the-previous-image; then plant_again "$ANALYZE_ENDED"; fi
attacks helper && link "$LOGIN_PARENT"
attacks planted && link "$ANALYZED_PARENT"
${SEARCH_IN_DETECT}
exit 0`;

/**
 * The early mark comes first: an export that has started then exports what the other attacks have not changed yet. The
 * link to the login comes last, because it removes the files of the other attacks.
 */
const BUILD = `${READ_ATTACKS}
launch() { printf '[types]\\nlaunch = true\\n' > "${HOSTILE_LAYERS}/$1.toml"; }
if attacks early-by-the-cache; then plant_again "$RESTORE_ENDED"; fi
# Without its waiter, a step of Tekton ends soon. This loop ends after a second if the step does not.
end_waiter() {
  echo "${TRIED} killed"
  for process in /proc/[0-9]*; do
    grep -qs taskpack-entryp "$process/comm" && kill -KILL "\${process#/proc/}"
  done
  seen=0
  while [ $seen -lt 100 ]; do
    read -r now _ < /proc/uptime
    [ "$now" = "$last" ] || { echo "${GOES_ON} $now"; seen=$((seen + 1)); }
    last=$now
  done
}
# Process 1 keeps the order if a phase has a mark. Otherwise the kubelet keeps the order.
if attacks changed && [ "$MARK" != ${NO_MARK} ] && [ -w "\${MARK%/*}/" ] && (: 3<>/proc/1/mem) 2>/dev/null; then echo ${CHANGES}; fi
if attacks artifacts; then
  ${FORGE_ARTIFACTS}
fi
if attacks redirected; then
  mkdir -p ${HOSTILE_LAYERS}/redirected
  (echo '# ${REDIRECTED}' >> /etc/resolv.conf) 2>/dev/null && echo ${REDIRECTED} > ${HOSTILE_LAYERS}/redirected/file
  launch redirected
fi
if attacks results || attacks failing; then
  ${FORGE_RESULTS}
fi
if attacks failing; then
  ${FAIL}
fi
if attacks early || attacks killed; then
  mkdir -p ${HOSTILE_LAYERS}/${EARLY_LAYER}
  echo ${STILL_RUNNING} > ${HOSTILE_LAYERS}/${EARLY_LAYER}/file
  launch ${EARLY_LAYER}
  mkdir -p /layers/config
  printf '[[buildpacks]]\\nid = "${HOSTILE_ID}"\\nversion = "1.0.0"\\n' > /layers/config/metadata.toml
  touch "$MARK" && echo 'forged a mark' && forged=yes
  if attacks killed; then end_waiter; fi
  [ -z "$forged" ] || sleep ${RUNS_ON_SECONDS}
  echo ended > ${HOSTILE_LAYERS}/${EARLY_LAYER}/file
fi
# The exporter opens none of these.
if attacks links; then
  mkdir -p ${HOSTILE_LAYERS}/deep ${HOSTILE_LAYERS}/x.toml
  ln -s "$LOGIN" ${HOSTILE_LAYERS}/root
  mkfifo ${HOSTILE_LAYERS}/pipe
  ln -s "$LOGIN/config.json" ${HOSTILE_LAYERS}/deep/login
  ln -s ${LINK_TARGET} ${HOSTILE_LAYERS}/deep/link
  for layer in deep x.toml root pipe; do launch $layer; done
  for kind in launch cache; do
    mkdir -p /layers/sbom/$kind/test_hostile/deep
    ln -s "$LOGIN/config.json" /layers/sbom/$kind/test_hostile/deep/sbom.cdx.json
  done
fi
if attacks foreign; then
  launch ${FOREIGN_LAYER}
  cp forged-analyzed "$ANALYZED" && echo 'forged the previous image'
fi
if attacks planted; then launch ${FOREIGN_LAYER}; fi
${searchInBuild(HOSTILE_LAYERS)}
if attacks project; then cp forged-project "$PROJECT_METADATA" && echo 'forged the project metadata'; fi
if attacks login; then
  rm -rf ${HOSTILE_LAYERS}
  ln -s "$LOGIN_PARENT" ${HOSTILE_LAYERS}
fi
exit 0`;

/** Tries the attacks that the application lists. */
export const HOSTILE: ComponentBuildpack = {
  kind: 'component',
  id: HOSTILE_ID,
  version: '1.0.0',
  detect: DETECT,
  build: BUILD,
  files: [
    // If a link leads the exporter to the parent of the login's directory, this file makes the directory a layer.
    { path: `${CREDENTIALS.mountPath}.toml`, kind: 'file', content: '[types]\nlaunch = true\n' },
    {
      path: '/bin/docker-credential-hostile',
      kind: 'file',
      mode: 0o755,
      content: `#!/bin/sh
echo ${HELPER_RAN} >&2
echo '{"Username":"","Secret":""}'
`,
    },
  ],
};

/** Overrides the lifecycle's labels by labels of launch.toml, if the application lists such an attack. */
export const HOSTILE_LABELS: ComponentBuildpack = {
  kind: 'component',
  id: 'test/hostile-labels',
  version: '1.0.0',
  detect: `${READ_ATTACKS}
exit 0`,
  build: `${READ_ATTACKS}
[ ! -s forged-launch.toml ] || cp forged-launch.toml "$CNB_LAYERS_DIR/launch.toml"
echo "${TRIED} $ATTACKS"`,
};

/** Replaces the exporter of the builder image by a program that prints the login. */
export const HOSTILE_LIFECYCLE: ComponentBuildpack = {
  kind: 'component',
  id: 'test/hostile-lifecycle',
  version: '1.0.0',
  detect: 'exit 0',
  build: 'exit 0',
  files: [
    {
      path: '/cnb/lifecycle/exporter',
      kind: 'file',
      mode: 0o755,
      content: `#!/bin/sh
cat "\${DOCKER_CONFIG:-$HOME/.docker}/config.json"
# The container runtime can lose what a program writes right before its end.
sleep 1
`,
    },
  ],
};
