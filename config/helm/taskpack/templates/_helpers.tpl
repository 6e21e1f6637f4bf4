{{- /* The labels of each object. */ -}}
{{- define "taskpack.labels" -}}
{{ include "taskpack.selectorLabels" . }}
{{ include "taskpack.chartLabels" . }}
{{- end -}}

{{- /* The labels of the installation, by which selectors find the controller's Pods. */ -}}
{{- define "taskpack.selectorLabels" -}}
app.kubernetes.io/name: taskpack
app.kubernetes.io/component: controller
{{- end -}}

{{- /* The labels that Helm's users expect on every object of a chart. */ -}}
{{- define "taskpack.chartLabels" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- /* An image: "root" is the root, and "name" is "steps" or "entrypoint". */ -}}
{{- define "taskpack.image" -}}
{{- $images := .root.Values.images -}}
{{- $image := index $images .name -}}
{{- $image.repository | default (printf "%s/%s" (trimSuffix "/" $images.registry) .name) -}}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end -}}
{{- end -}}

{{- /* The text of a setting. Numbers of values files are floating-point numbers, which must not become "1e+06". */ -}}
{{- define "taskpack.setting" -}}
{{- if kindIs "float64" . }}{{ toJson . }}{{ else if not (kindIs "invalid" .) }}{{ . }}{{ end -}}
{{- end -}}
