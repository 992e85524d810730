import { EnsembleError, type Json, type JsonObject, type Run, isObject } from '@ensemble/core'
import type { Lifted, LiftedMember } from '@ensemble/core/run'
import { contextTools, withModuleTool } from '@ensemble/core/editor'
import { inlineTools, parseAddress } from '@ensemble/core/host'
import { HttpProblem } from '../http/http-problem.ts'
import type { Services } from '../services.ts'
import { type FileName, fileName } from '../workspace/names.ts'

/** The part of a Run to extract, and its new name. */
export interface Extraction {
  readonly run: Run
  /** The Call that ran a Module, or Calls of one Loop. */
  readonly from: { readonly span: string } | { readonly calls: readonly string[] }
  readonly name: FileName
  readonly title: string
  /** The name of the Tool that replaces the Calls. */
  readonly tool: string
  /** The files already exist. */
  readonly written?: boolean
}

export interface FileText {
  readonly name: FileName
  readonly text: string
}

/** The files to write, and notes about them for the person who decides. */
export interface Extracted {
  readonly idea: FileText
  readonly content: JsonObject
  /** The title of the new Idea. */
  readonly tools: readonly string[]
  /** The Idea that made the Calls, with the Tool in their place; nothing if it has no file, or where a Module is extracted. */
  readonly caller?: FileText
  readonly inputs: readonly Pick<LiftedMember, 'name' | 'schema' | 'example' | 'from'>[]
  readonly lifted?: Lifted
}

const textOf = (content: JsonObject): string => `${JSON.stringify(content, null, 2)}\n`

const changed = (message: string): EnsembleError => new EnsembleError('extract.calls', message)

export async function planExtraction(services: Services, extraction: Extraction): Promise<Extracted> {
  const { run, from, name, title, tool } = extraction
  const engine = await services.executor()
  const shared = await services.workspace.sharedTools()
  if ('span' in from) {
    const idea = inlineTools(await engine.extractIdea(run.id, from.span), shared)
    const content = { ...idea, title } as unknown as JsonObject // an Idea is JSON
    const tools = contextTools(idea.context, shared).tools.map((one) => one.name)
    return { idea: { name, text: textOf(content) }, content, tools, inputs: membersOf(content) }
  }
  const lifted = await engine.liftCalls(run.id, { calls: from.calls, name: name.name, tool })
  const idea = inlineTools({ idea: lifted.idea, tools: lifted.shared }, shared)
  const content = { title, ...idea } as unknown as JsonObject // as above
  const caller = await callerOf(services, lifted, extraction, shared)
  return {
    idea: { name, text: textOf(content) },
    content,
    tools: Object.keys(lifted.tools),
    inputs: lifted.inputs,
    lifted,
    ...(caller && { caller }),
  }
}

/** The input schema of a Module's Idea: its example is the recorded input. */
const membersOf = (content: JsonObject): Extracted['inputs'] => {
  const context: readonly Json[] = Array.isArray(content['context']) ? content['context'] : []
  const message = context.find((one) => isObject(one) && one['type'] === 'input')
  const { schema, input } = isObject(message) ? message : {}
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  return Object.entries(properties).map(([name, own]) => ({
    name,
    schema: isObject(own) ? own : {},
    example: isObject(input) ? (input[name] ?? null) : null,
    from: [],
  }))
}

/** Its file with the Tool in place of the Calls' own. */
async function callerOf(
  { workspace }: Services,
  lifted: Lifted,
  { tool, written = false }: Extraction,
  shared: { readonly [name: string]: JsonObject },
): Promise<FileText | undefined> {
  const address = parseAddress(lifted.caller)
  if (address.type !== 'idea') return undefined
  const name = fileName('ideas', address.name)
  const stored = await workspace.files.read(name)
  if (stored === undefined) return undefined
  const text = new TextDecoder().decode(stored.bytes)
  if (written) return { name, text }
  const now = toolsIn(text, name.file, shared)
  if (now.has(tool)) throw changed(`${name.file} has a Tool ${tool} already. Give the new one another name.`)
  for (const replaced of lifted.replaced)
    if (JSON.stringify(now.get(replaced)) !== JSON.stringify(lifted.tools[replaced]))
      throw changed(
        `${replaced} in ${name.file} is not what it was in this Run. Run ${address.name} again, and lift the Calls of that Run.`,
      )
  return { name, text: withModuleTool(text, tool, lifted) }
}

const toolsIn = (
  text: string,
  file: string,
  shared: { readonly [name: string]: JsonObject },
): ReadonlyMap<string, JsonObject> => {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw changed(`${file} is not valid JSON: repair it first.`)
  }
  const context = isObject(content) ? content['context'] : undefined
  const { tools } = contextTools(Array.isArray(context) ? (context as never) : [], shared)
  return new Map(tools.map((one) => [one.name, one.schema]))
}

/** Throws HttpProblem 409 where the name is taken, 422 where a file would have errors. */
export async function checkExtraction({ workspace }: Services, { idea, caller }: Extracted): Promise<void> {
  const there = (await workspace.files.lookAlike(idea.name)) ?? (await workspace.files.read(idea.name))
  if (there !== undefined) throw new HttpProblem(409, 'name.taken', `${idea.name.file} is there already.`)
  const written = caller === undefined ? [idea] : [idea, caller]
  const problems = await workspace.problemsWith(written)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first !== undefined)
    throw new HttpProblem(422, 'idea.invalid', `${first.file ?? idea.name.file} cannot be written: ${first.message}`, {
      errors,
    })
}

/** Throws EnsembleError `extract.calls` where the new Idea's file does not hold what was planned. */
export async function expectWritten({ workspace }: Services, { idea, content }: Extracted): Promise<void> {
  const stored = await workspace.files.read(idea.name)
  const text = stored && new TextDecoder().decode(stored.bytes)
  const isSame = text === idea.text || (text !== undefined && sameJson(text, content))
  if (!isSame) throw changed(`${idea.name.file} does not hold what was shown. Lift the Calls again.`)
}

const sameJson = (text: string, content: JsonObject): boolean => {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(content)
  } catch {
    return false
  }
}
