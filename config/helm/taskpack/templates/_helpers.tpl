{{- /* The labels of each object, in addition to those of the installation. */ -}}
{{- define "taskpack.labels" -}}
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
