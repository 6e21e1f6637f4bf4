// A plugin of oxlint with one rule: every regular expression takes linear time, because most texts come from tenants.
import { analyse } from 'scslre';

const ADVICE = 'use withoutTrailing (src/core/model/trailing.ts), a lookbehind, or several expressions';

const linear = {
  create(context) {
    const check = (node, source, flags) => {
      for (const { character, exponential } of analyse({ source, flags }, { maxReports: 1 }).reports) {
        const time = exponential ? 'exponential' : 'quadratic';
        const repeated = `${new RegExp(character.literal.source, character.literal.flags)}`;
        context.report({ node, message: `takes ${time} time for a text that repeats ${repeated}: ${ADVICE}` });
      }
    };
    return {
      Literal(node) {
        if (node.regex !== undefined && node.regex !== null) check(node, node.regex.pattern, node.regex.flags);
      },
      NewExpression(node) {
        const [source, flags] = node.arguments.map((argument) => textOf(argument, context.sourceCode.getScope(node)));
        if (node.callee.name === 'RegExp' && source !== undefined) check(node, source, flags ?? '');
      },
    };
  },
};

/** Returns the text of a string or template, with the constants of the file; `undefined` if another expression is in it. */
function textOf(node, scope) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'Identifier') {
    const value = constantOf(node.name, scope);
    return value && textOf(value, scope);
  }
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = node.expressions.map((expression) => textOf(expression, scope));
  if (parts.includes(undefined)) return undefined;
  return node.quasis.map(({ value }, index) => value.cooked + (parts[index] ?? '')).join('');
}

/** Returns the initial value of a constant that the scope can see. */
function constantOf(name, scope) {
  for (let within = scope; within !== null; within = within.upper) {
    const [definition] = within.set.get(name)?.defs ?? [];
    if (definition !== undefined) return definition.parent?.kind === 'const' ? definition.node.init : undefined;
  }
  return undefined;
}

// oxlint-disable-next-line import/no-default-export -- oxlint reads plugins so
export default { meta: { name: 'taskpack' }, rules: { 'linear-expressions': linear } };
