/** Common snippets, with `$1`, `$2` for the cursor. A `$` in the text itself is escaped. */
interface Snippet {
  readonly label: string
  readonly docs: string
  readonly insert: string
}

export const MESSAGE_SNIPPETS: readonly Snippet[] = [
  { label: 'text', docs: 'Text the model reads.', insert: '{ "type": "text", "text": "$1" }' },
  {
    label: 'input',
    docs: 'The input with its schema: the form.',
    insert:
      '{ "type": "input", "schema": { "type": "object", "properties": { "${1:brief}": { "type": "string", "minLength": 1, "description": "$2" } }, "required": ["${1:brief}"] } }',
  },
  {
    label: 'tool',
    docs: 'A Tool that is defined here.',
    insert:
      '{ "type": "tool", "tool": { "${1:name}": { "type": "object", "description": "Use this when $2", "properties": { $3 }, "required": [] } } }',
  },
  {
    label: 'state',
    docs: 'The scratchpad.',
    insert: '{ "type": "state", "schema": { "type": "object", "properties": { $1 } } }',
  },
  { label: 'data', docs: 'Data of a kind.', insert: '{ "type": "data", "kind": "$1", "data": $2 }' },
]

export const KEY_SNIPPETS: readonly (Snippet & { readonly in: 'tool' | 'properties' })[] = [
  {
    in: 'tool',
    label: 'new tool',
    docs: 'A Tool with a description and one parameter.',
    insert:
      '"${1:name}": { "type": "object", "description": "Use this when $2", "properties": { "${3:parameter}": { "type": "string", "minLength": 1, "description": "$4" } }, "required": ["${3:parameter}"] }',
  },
  {
    in: 'tool',
    label: 'new module',
    docs: 'A Tool that an Idea works for.',
    insert:
      '"${1:name}": { "type": "object", "description": "Use this when $2", "properties": { "_module": { "const": "idea://$3" }, "_imports": { "const": ["input"] } } }',
  },
  {
    in: 'properties',
    label: 'text',
    docs: 'A string that is not empty.',
    insert: '"${1:name}": { "type": "string", "minLength": 1, "description": "$2" }',
  },
  {
    in: 'properties',
    label: 'number',
    docs: 'A number in a range.',
    insert: '"${1:name}": { "type": "number", "minimum": ${2:0}, "description": "$3" }',
  },
  {
    in: 'properties',
    label: 'choice',
    docs: 'One of a few words.',
    insert: '"${1:name}": { "type": "string", "enum": ["$2"], "description": "$3" }',
  },
  {
    in: 'properties',
    label: 'list',
    docs: 'A list of values.',
    insert: '"${1:name}": { "type": "array", "items": { "type": "${2:string}" }, "description": "$3" }',
  },
]
