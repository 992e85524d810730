import { formatAddress, parseAddress } from '../../../idea/address.ts'
import { contextTools } from '../../../idea/context-tools.ts'
import type { LoadedIdea } from '../../../idea/idea.ts'
import { parseIdea } from '../../../idea/parse-idea.ts'
import { EnsembleError } from '../../../schema/ensemble-error.ts'
import { isObject, type Json, type Sha256 } from '../../../schema/json.ts'
import type { ExecutorDeps } from '../../record/executor-deps.ts'
import { pinText, storeText } from '../../record/pins.ts'

/** A Run's replacement for a file, with its address. */
export interface EditedIdea {
  readonly address: string
  readonly loaded: LoadedIdea
}

/** Stores a Run's replacement for an Idea; its shared Tools are the workspace's. Throws EnsembleError `fork.idea`. */
export async function storeEditedIdea(deps: ExecutorDeps, of: string, content: Json): Promise<EditedIdea> {
  const parsed = parseAddress(of)
  if (parsed.type === 'invalid' || parsed.type === 'anonymous')
    throw new EnsembleError('fork.idea', `${of} is not the address of an Idea.`)
  const address = formatAddress(parsed)
  if (!isObject(content) || !Array.isArray(content['context']))
    throw new EnsembleError('fork.idea', `The new content of ${address} is not an Idea: it needs a context.`)
  // The editor sends an Idea as in its file, perhaps without a name.
  const { idea, problems, pathOf } = parseIdea(content, 'edited')
  const shared = parsed.type === 'idea' ? await sharedTools(deps, address) : {}
  const named = contextTools(idea?.context ?? [], shared)
  const errors = [
    ...problems.filter(({ severity }) => severity === 'error'),
    ...named.unresolved.map((tool) => ({
      path: pathOf(tool.message) + tool.path,
      message: `The Tool ${tool.name} refers to tool://${tool.shared ?? ''}, which is not in the workspace or cannot be read.`,
    })),
  ]
  const [first] = errors
  if (idea === undefined || first !== undefined)
    throw new EnsembleError('fork.idea', `The new content of ${address} cannot be run: ${first?.message ?? ''}`, {
      errors: errors.map(({ path, message }) => ({ path, message })),
    })
  const used = named.tools.flatMap(({ shared: name }) => (name === undefined ? [] : [name]))
  const tools = Object.fromEntries(used.flatMap((name) => (shared[name] ? [[name, shared[name]]] : [])))
  const hash: Sha256 = await storeText(deps.journal, pinText({ idea, tools }))
  return { address, loaded: { address, idea, tools, hash } }
}

async function sharedTools({ ideas }: ExecutorDeps, address: string): Promise<LoadedIdea['tools']> {
  if (ideas.sharedTools) return await ideas.sharedTools()
  const { tools } = await ideas.resolve(address).catch(() => ({ tools: {} }))
  return tools
}
