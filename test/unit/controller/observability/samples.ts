const SAMPLE =
  /^(?<name>[a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})?) (?<value>NaN|[+-]?Inf|[-+.\deE]+)$/;
const COMMENT = /^# (?:HELP [a-zA-Z_:][\w:]* .*|TYPE [a-zA-Z_:][\w:]* (?:counter|gauge|histogram|summary|untyped))$/;

/** Reads metrics in Prometheus' text format, strictly: each sample with its labels, and its value. */
export function samplesOf(text: string): readonly (readonly [name: string, value: number])[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !COMMENT.test(line))
    .map((line) => {
      const { name = '', value = '' } = SAMPLE.exec(line)?.groups ?? {};
      if (name === '') throw new Error(`no sample of a metric: ${line}`);
      return [name, Number(value)] as const;
    });
}
