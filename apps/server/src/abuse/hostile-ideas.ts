/** Words that would do harm where something evaluates, fetches or starts them. `trap` is a URL that counts its visitors. */
const payloads = (trap: string): Readonly<Record<string, string>> => ({
  script: 'globalThis.evaluated = true',
  template: '${globalThis.evaluated = true}',
  braces: "{{constructor.constructor('globalThis.evaluated = true')()}}",
  closing: '"});globalThis.evaluated=true;({"a":"',
  newline: "\u2028globalThis.evaluated = true//'`",
  require: "require('node:child_process').execSync('touch evaluated')",
  shell: '$(touch evaluated); `touch evaluated` & touch evaluated',
  html: `<img src="${trap}/img" onerror="globalThis.evaluated=true"><script src="${trap}/script"></script>`,
  markdown: `![x](${trap}/markdown) [y](javascript:globalThis.evaluated=true)`,
  url: `${trap}/idea.json`,
  file: 'file:///etc/passwd',
  data: 'data:text/javascript,globalThis.evaluated=true',
  node: 'node:child_process',
  outside: '../../../outside.json',
  proto: '__proto__',
  secret: 'secret://KEY',
  reference: '†state.constructor.constructor',
})

type Place = (words: string) => object

const tool = (schema: object) => ({
  type: 'tool',
  tool: { work: { type: 'object', description: 'Works.', ...schema } },
})
const text = { type: 'text', text: 'Work.' }

/** Every part of an Idea that holds a text of its author's. */
const PLACES: Readonly<Record<string, Place>> = {
  text: (words) => ({ context: [{ type: 'text', text: words }] }),
  title: (words) => ({ title: words, description: words, context: [text] }),
  toolName: (words) => ({ context: [text, { type: 'tool', tool: { [words]: { type: 'object', properties: {} } } }] }),
  toolDescription: (words) => ({ context: [text, tool({ description: words, title: words })] }),
  property: (words) => ({ context: [text, tool({ properties: { [words]: { type: 'string' } }, required: [words] })] }),
  keyword: (words) => ({ context: [text, tool({ [words]: words, properties: {} })] }),
  type: (words) => ({ context: [text, tool({ properties: { a: { type: words } } })] }),
  pattern: (words) => ({ context: [text, tool({ properties: { a: { type: 'string', pattern: words } } })] }),
  patternProperty: (words) => ({ context: [text, tool({ patternProperties: { [words]: { const: words } } })] }),
  format: (words) => ({ context: [text, tool({ properties: { a: { type: 'string', format: words } } })] }),
  ref: (words) => ({ context: [text, tool({ properties: { a: { $ref: words } }, $defs: { [words]: true } })] }),
  id: (words) => ({ context: [text, tool({ $id: words, $schema: words, $anchor: words, $comment: words })] }),
  values: (words) => ({
    context: [text, tool({ properties: { a: { default: words, examples: [words], enum: [words] } } })],
  }),
  activity: (words) => ({ context: [text, tool({ properties: { _activity: { const: words } } })] }),
  module: (words) => ({ context: [text, tool({ properties: { _module: { enum: [words, `idea://${words}`] } } })] }),
  upfront: (words) => ({
    context: [text, tool({ properties: { _module: { const: words }, _resolve: { const: 'upfront+output' } } })],
  }),
  imports: (words) => ({
    context: [text, tool({ properties: { _imports: { const: [words] }, _outputPath: { const: words } } })],
  }),
  approval: (words) => ({
    context: [text, tool({ properties: { _approval: { const: { when: { pattern: words } } } } })],
  }),
  input: (words) => ({ context: [text, { type: 'input', schema: { const: words }, input: { [words]: words } }] }),
  state: (words) => ({ context: [text, { type: 'state', state: { [words]: words }, _instance: words }] }),
  file: (words) => ({
    context: [text, { type: 'data', kind: 'file', data: { $artifact: words, type: words, bytes: 1, sha256: words } }],
  }),
  message: (words) => ({
    context: [
      { type: words, text: words },
      { role: words, content: words },
    ],
  }),
  config: (words) => ({ context: [text], config: { model: words, wire: words, reasoning: { effort: words } } }),
  output: (words) => ({ context: [text], schema: { type: 'object', properties: { [words]: { $dynamicRef: words } } } }),
  commands: (words) => ({
    context: [text],
    mcpServers: { evil: { command: 'touch', args: ['evaluated'], url: words } },
    activities: { work: words },
    scripts: { postinstall: words },
    endpoints: { openai: { baseUrl: words } },
  }),
}

/** Idea files as someone else may have written them, by name; each harmless to read. */
export const hostileIdeas = (trap: string): ReadonlyMap<string, string> => {
  const words = Object.entries(payloads(trap))
  return new Map(
    Object.entries(PLACES).flatMap(([place, make]) =>
      words.map(([payload, said]): [string, string] => [`${place}-${payload}`, JSON.stringify(make(said))]),
    ),
  )
}
