import type { Imported } from '../../tool/conversion.ts'
import { type ToolFormat, detectFormat, importTools, readJson } from '../../tool/convert.ts'
import { lostOf } from '../../tool/lost-sentences.ts'
import { type ImportedIdea, agentsIn, ideasOfAgents } from './agents.ts'
import { importCurl, isCurl } from './curl.ts'
import { importPostman, isPostman } from './postman.ts'
import { importPydantic, isPydantic } from './pydantic.ts'

/** The Tools and Ideas of a text, and what of it they could not take along. */
export interface ImportedText extends Imported {
  /** The Ideas of a list of agents. */
  readonly ideas: readonly ImportedIdea[]
  /** Null where the text is in none that has a name. */
  readonly format: ToolFormat | null
}

/** Programs that declare tools are shorter than this; reading a longer one would take seconds. */
const MOST_PROGRAM = 1_000_000

/** Words that begin a program: a text without them is prose or a type. */
const PROGRAM = /\b(?:const|let|var|import|require|module|package|func|new|type)\b|:=|\bTool\s*\.|\w\(|\w\{/

/**
 * Tools and Ideas of pasted text: JSON in a format of `importTools`, agents, a curl command, a Postman collection, models
 * of pydantic, or a JavaScript or Go program. No code runs. With `format`, reads only that. Never rejects: unreadable text gives a reason.
 */
export const importText = async (text: string, format?: ToolFormat, name?: string): Promise<ImportedText> => {
  const inFormat = (imported: Imported, ideas: readonly ImportedIdea[] = []): ImportedText => ({
    tools: imported.tools,
    lost: imported.lost,
    ideas,
    format: format ?? null,
  })
  if (format !== undefined) return inFormat(importTools(text, format, name))
  if (isCurl(text)) return inFormat(importCurl(text))
  if (text.length <= MOST_PROGRAM && isPydantic(text)) return inFormat(importPydantic(text))
  const value = readJson(text)
  if (value !== undefined && isPostman(value)) return inFormat(importPostman(value))
  if (value !== undefined) {
    const agents = agentsIn(value)
    if (agents === undefined)
      return { ...inFormat(importTools(text, undefined, name)), format: detectFormat(text) ?? null }
    const { ideas, lost } = ideasOfAgents(agents)
    return inFormat({ tools: [], lost }, ideas)
  }
  const program = PROGRAM.test(text) ? await inProgram(text) : undefined
  if (program !== undefined && program.tools.length + program.ideas.length > 0) return program
  const read = importTools(text, undefined, name)
  if (read.tools.length > 0) return { ...inFormat(read), format: detectFormat(text) ?? null }
  return program ?? inFormat(read)
}

const inProgram = async (text: string): Promise<ImportedText | undefined> => {
  if (text.length > MOST_PROGRAM) {
    const most = MOST_PROGRAM.toLocaleString('en')
    return { tools: [], ideas: [], lost: [lostOf('programTooLong', '', { most })], format: null }
  }
  const { toolsInGo } = await import('./go-tools.ts')
  const go = toolsInGo(text)
  if (go !== undefined) return { ...go, ideas: [], format: null }
  const { toolsInScript } = await import('./script-tools.ts')
  const script = toolsInScript(text)
  if (script !== undefined && script.tools.length + script.ideas.length > 0) return { ...script, format: null }
  const { toolsInZod } = await import('./zod-schemas.ts')
  const zod = toolsInZod(text)
  if (zod !== undefined) return { ...zod, ideas: [], format: null }
  return script && { ...script, format: null }
}
