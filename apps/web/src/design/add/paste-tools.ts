import { selectedIdea } from '../../document/commands/targets.ts'
import { toolNameFor } from '../../document/edits/names.ts'
import { readToolClip } from '../../document/edits/tool-clip.ts'
import { parseObject } from '../../document/texts/idea-view.ts'
import { announce } from '../../platform/session/session.ts'
import { notify } from '../../platform/session/notify.ts'
import { ask } from '../schema-editor/ask.ts'
import { addTools } from './take.ts'
import { t } from './texts.ts'

interface Described {
  readonly tools: Parameters<typeof addTools>[1]
  /** How many of its details have no counterpart here. */
  readonly lost: number
}

/** Formats that only a description of tools has: any JSON could be an example. */
const DESCRIBES: readonly (string | null)[] = ['schema', 'openai', 'anthropic', 'gemini', 'mcp']

/** A schema has no name for its Tool besides its title. */
const nameOf = (text: string): string => {
  const { title } = parseObject(text)
  const name = typeof title === 'string' ? toolNameFor(title) : ''
  return name === '' ? 'newTool' : name
}

async function describedIn(text: string): Promise<Described | null> {
  const clip = readToolClip(text)
  if (clip !== null) return { tools: [clip], lost: 0 }
  const { format, tools, lost } = await ask('importTools', { text, format: null, name: nameOf(text) })
  const [first, ...others] = tools
  if (first === undefined || !DESCRIBES.includes(format)) return null
  return { tools: [first, ...others], lost: lost.length }
}

/** Adds the Tools that a text from the clipboard describes to the selected Idea, else to a new one; does nothing for any other text. */
export async function pasteTools(text: string): Promise<void> {
  const found = await describedIn(text).catch(() => null)
  if (found === null) return
  const { tools, lost } = found
  addTools(selectedIdea(), tools)
  const what = t('pasted', { count: tools.length, names: tools.map(({ name }) => name).join(', ') })
  announce(what)
  if (lost > 0) notify.tell(what, t('pastedLost', { count: lost }))
  else notify.done(what)
}
