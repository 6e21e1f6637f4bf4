/**
 * Patterns of sentences that a reader has to read twice, each with the mend. A pattern sees one sentence without code, links
 * and quoted words. CONTRIBUTING.md says how we write; these rules only catch relapses.
 */
export const RULES = [
  {
    name: 'noun clause',
    but: ['heading'],
    pattern:
      /^(?:["(]?)(?:What|Who|Whoever|Whatever|Whichever|That which|All that|Those (?:that|who|which)|How (?:long|often|many|much))\b(?!.*\?)/,
    advice: 'start with the subject: "Returns the …", "The controller …"',
  },
  {
    name: 'inverted sentence',
    pattern:
      /^(?:By (?:no|which|what|whom)|Of (?:one|those|what|which|a|an|each|any|all|equal|several|these|its)\b(?! course)|of equal ones)/,
    advice: 'start with the subject',
  },
  { name: 'boolean docstring', pattern: /^Whether\b/, advice: 'write "True if …"' },
  {
    name: 'somebody',
    pattern: /\b(?:somebody|nobody|whoever|whomever)\b/i,
    advice: 'name the user, controller or program',
  },
  {
    name: 'ours',
    pattern: /\bours\b/i,
    advice: "write taskpack's, kpack's …",
  },
  { name: 'once more', pattern: /\b(?:once more|anew)\b/i, advice: 'write "again"' },
  { name: 'but for', pattern: /\b(?:but for|save for|save that)\b/i, advice: 'write "except" or "unless"' },
  {
    name: 'is no',
    pattern: /(?<!\b(?:there|which|such) )\b(?:is|are|was|were|be) no (?!longer\b|more than\b|less than\b)/i,
    advice: 'write "is not a …"',
  },
  {
    name: 'so much',
    pattern: /\bso (?:much|many) (?:later|longer|seconds|milliseconds|times|bytes)\b/i,
    advice: 'name the figure and its unit',
  },
  {
    name: 'said',
    pattern: /\b(?:is|are|was|were) (?:said|told|waited for)\b|\btold (?:as|of)\b|\bsaid (?:of|so)\b/i,
    advice: 'write "reports", "printed", "waits for"',
  },
  {
    name: 'what becomes of',
    pattern: /\bwhat (?:becomes|became|comes|came) of\b|\bmade of it\b|\bto (?:its|their|the \w+'s) end\b/i,
    advice: 'name the result',
  },
  {
    name: 'what it made',
    pattern:
      /\bwhat (?:it|they|he|she|somebody) (?:made|makes|said|says|found|finds|did|does|gave|gives|brings|has|had)\b/i,
    advice: 'name the thing',
  },
  { name: 'whatever there is', pattern: /\bwhatever \w+ there (?:is|are)\b/i, advice: 'write "whatever the status"' },
  {
    name: 'look at who',
    pattern: /\b(?:look|looks|see|sees) (?:at )?(?:who|whom|whose)\b/i,
    advice: 'write "check which users …"',
  },
  { name: 'for ever', pattern: /\bfor ever\b/i, advice: 'write "forever" or name the limit' },
  {
    name: 'have it said',
    pattern: /\bhas (?:something|nothing) to say\b|\bsays? for each\b/i,
    advice: 'write "returns", "lists"',
  },
  {
    name: 'thereof',
    pattern: /\b(?:thereof|thereby|wherein|whereby|whereof|hitherto|henceforth|lest)\b/i,
    advice: 'use a modern word',
  },
];

/** Words of a private vocabulary, wherever they stand: in names, comments and docs. */
export const NAMES = [
  [/\bHappenings?\b/, 'event'],
  [/\bsightings?\b/i, 'observed since'],
  [/\bseenFor\b/, 'observedForMs'],
  [/\bnotTakenOn\b|\bnot-taken-on\b|\btaken-on\b|\btakenOn\b/, 'not started, started'],
  [/\btheEnd\b|\bthe-end\b/, 'finished'],
  [/\bCollaborators\b/, 'dependencies'],
  [/\bbeginLife\b/, 'start'],
  [/\bPATIENCE\b|\bpatience\b/i, 'timeout'],
  [/\bcomplaints?\b|\bcomplaintOf\w*/i, 'message'],
  [/\bleftovers?\b/i, 'conflicts'],
  [/\b(?:our|its) own (?:step|program)s?\b|\bownSteps?\b/i, 'taskpack step'],
];

/** Sentences above this length need a second reading. Lists, tables and code are not counted. */
export const LONGEST_SENTENCE_WORDS = 32;
