import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import type { Steps } from '../schema/turns.ts'

/**
 * A titled block: how a model sees an `input`, `state`, `data`, result or error (docs/contract/protocol.md#messages).
 *
 *     # state
 *     The scratchpad of this task.
 *     schema: {"type":"object"}
 *     value: {"mood":"sad"}
 *
 * Schema and value are one line of JSON each, so no value can forge a title, and a block is read back line by line.
 */
export interface Block {
  /** `input`, `state`, `data: catalog`, `result of ping, call 1`, `error`; with ` (instance a)` at the end for docs/contract/protocol.md#instances. */
  readonly title: string
  readonly note?: string
  readonly schema?: JsonSchema
  readonly value: Json
}

const INSTANCE = / \(instance ([^()]*)\)$/

export const titleOf = (subject: string, instance?: string): string =>
  instance === undefined ? subject : `${subject} (instance ${instance})`

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Blocks as one message's text, a blank line between two. */
export function* writeBlocks(blocks: readonly Block[]): Steps<string> {
  const texts: string[] = []
  for (const block of blocks) {
    const text = writeBlock(block)
    texts.push(text)
    yield text.length
  }
  return texts.join('\n\n')
}

const writeBlock = ({ title, note, schema, value }: Block): string =>
  [
    `# ${oneLine(title)}`,
    ...(note === undefined || note === '' ? [] : [oneLine(note)]),
    ...(schema === undefined ? [] : [`schema: ${JSON.stringify(schema)}`]),
    `value: ${JSON.stringify(value)}`,
  ].join('\n')

/** A message's blocks and the text between them, in order. The inverse of `writeBlocks`. */
export const splitSaid = (text: string): readonly (Block | string)[] => {
  const said: (Block | string)[] = []
  for (const part of text.split('\n\n')) {
    const last = said.at(-1)
    const block = readBlock(part)
    if (block === undefined && typeof last === 'string') said[said.length - 1] = `${last}\n\n${part}`
    else said.push(block ?? part)
  }
  return said
}

const readBlock = (text: string): Block | undefined => {
  const lines = text.split('\n')
  const title = lines[0]?.startsWith('# ') === true ? lines[0].slice(2) : undefined
  const value = lines.at(-1)
  if (title === undefined || lines.length > 4 || value?.startsWith('value: ') !== true) return undefined
  const middle = lines.slice(1, -1)
  const schema = middle.find((line) => line.startsWith('schema: '))
  const note = middle.find((line) => line !== schema)
  try {
    return {
      title,
      ...(note === undefined ? {} : { note }),
      ...(schema === undefined ? {} : { schema: JSON.parse(schema.slice('schema: '.length)) as JsonSchema }), // written by writeBlock
      value: JSON.parse(value.slice('value: '.length)) as Json, // JSON.parse yields Json
    }
  } catch {
    return undefined
  }
}

/** A title taken apart: `data: catalog (instance a)` → subject `data: catalog`, instance `a`. */
export const readTitle = (title: string): { readonly subject: string; readonly instance?: string } => {
  const instance = INSTANCE.exec(title)?.[1]
  return instance === undefined ? { subject: title } : { subject: title.replace(INSTANCE, ''), instance }
}

/** The placeholder for a value that is too large to show (docs/contract/protocol.md#state). */
export interface ShownRef extends JsonObject {
  readonly ref: string
  readonly type: string
  readonly bytes: number
  readonly preview: string
}
