import type { Json, JsonObject } from '../schema/json.ts'
import type { Draft } from './draft.ts'
import { type Importer, at } from './importer.ts'
import { explained, placeholdersIn } from './placeholders.ts'

/** Folders in which Claude Code, Codex and OpenCode keep agents and commands. */
const FOLDERS = /(?:^|\/)(?:agents?|commands?|prompts|modes)\/(?:.+\/)?[^/]+$/i
/** Pages of a site have front matter too. */
const OF_PAGES = ['layout', 'permalink', 'date', 'slug', 'sidebar_position', 'sidebar_label']
/** Files that each project has: one of them is an agent only if it says its name and what it does. */
const OF_PROJECTS = /^(?:readme|agents|claude|changelog|contributing|license)\.md$/i

/** Agents and commands as Markdown with front matter: Claude Code, Codex and OpenCode. */
export const markdownAgents: Importer = {
  program: 'Claude Code, Codex or OpenCode',
  takes: ({ path, file, front, body }) => {
    if (front === undefined || body === undefined || body === '') return false
    if (OF_PROJECTS.test(file)) return isText(front['name']) && isText(front['description'])
    const keys = Object.keys(front)
    if (keys.length === 0) return FOLDERS.test(path)
    return !keys.some((key) => OF_PAGES.includes(key)) && (isText(front['description']) || isText(front['name']))
  },
  read: (sources, draft) => {
    for (const source of sources) {
      const { file, front = {}, body = '' } = source
      const title = isText(front['name']) ? front['name'] : file.replace(/\.\w+$/, '')
      addAgent({ place: (...keys) => at(source, ...keys), title, front, body }, draft)
    }
  },
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

/** Members that become part of the Idea, or say only how the other program looks. */
const UNDERSTOOD = [
  'name',
  'title',
  'description',
  'model',
  'temperature',
  'top_p',
  'steps',
  'maxSteps',
  'reasoningEffort',
  'tools',
  'allowed-tools',
  'argument-hint',
  'color',
  'mode',
  'version',
  'author',
  'category',
  'tags',
  'license',
  'hidden',
]

/** An agent or command as these programs write it. */
interface Written {
  /** Where one of its members is written; without a name, the whole. */
  readonly place: (...keys: readonly string[]) => string
  readonly title: string
  readonly front: JsonObject
  readonly body: string
}

/** One agent or command as an Idea. */
export const addAgent = (written: Written, draft: Draft): void => {
  const { place, title, front, body } = written
  const name = draft.nameIdea(title, place())
  for (const key of Object.keys(front))
    if (!UNDERSTOOD.includes(key)) draft.report(place(key), 'member', { key, name: title })
  reportTools(written, draft)
  reportInserted(written, draft)
  const hint = isText(front['argument-hint']) ? front['argument-hint'] : undefined
  const held = placeholdersIn(body, ARGUMENT, memberOf)
  draft.addIdea(name, {
    path: place(),
    title,
    description: isText(front['description']) ? front['description'].replaceAll('\\n', '\n') : undefined,
    texts: [explained(body, held)],
    config: configOf(written, draft),
    input: held.size === 0 ? undefined : inputOf([...held.values()], hint),
  })
}

/** `$ARGUMENTS`, `$1`, and the named ones of Codex. */
const ARGUMENT = /\$(?:ARGUMENTS|[1-9]|[A-Z][A-Z0-9_]{2,})(?![\w(])/g
const memberOf = (written: string): string => {
  const name = written.slice(1)
  return /^\d$/.test(name) ? `argument${name}` : name.toLowerCase()
}

const inputOf = (members: readonly string[], hint: string | undefined): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    members.map((member) => [member, { type: 'string', description: hint ?? 'What is typed after the command' }]),
  ),
})

const configOf = ({ place, title, front }: Written, draft: Draft): JsonObject => {
  const { model, temperature, top_p: topP, reasoningEffort: effort, steps, maxSteps } = front
  const turns = typeof steps === 'number' ? steps : maxSteps
  // A model's own name has a version or a provider; `sonnet` and `inherit` mean something only there.
  const isOwnName = isText(model) && /[\d/]/.test(model)
  if (isText(model) && !isOwnName && model !== 'inherit' && model !== '')
    draft.report(place('model'), 'modelAlias', { name: title, model, program: 'that program' })
  return {
    ...(isOwnName && { model }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
    ...(isText(effort) && { reasoning: { effort } }),
    ...(typeof turns === 'number' && Number.isInteger(turns) && turns > 0 && { limits: { turns } }),
  }
}

/** `Read, Grep`, a list of them, or `{ write: false }`. */
const namesOf = (given: Json | undefined): readonly string[] => {
  if (isText(given))
    return given
      .split(/,(?![^(]*\))/)
      .map((one) => one.trim())
      .filter((one) => one !== '')
  if (Array.isArray(given)) return given.filter(isText)
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([name, value]) => (value === false ? [] : [name]))
}

const reportTools = ({ place, title: name, front }: Written, draft: Draft): void => {
  for (const key of ['tools', 'allowed-tools']) {
    const tools = namesOf(front[key])
    const remote = tools.filter((tool) => tool.startsWith('mcp__'))
    const own = tools.filter((tool) => !remote.includes(tool))
    if (own.length > 0) draft.report(place(key), 'hostTools', { name, program: 'that program', tools: own.join(', ') })
    if (remote.length > 0) draft.report(place(key), 'mcpTools', { name, tools: remote.join(', ') })
  }
}

/** Output of commands and contents of files, which the other program puts into the prompt. */
const INSERTED = /!`[^`\n]+`|(?<=^|\s)@[\w./-]+\.(?:md|txt|json|ya?ml|[jt]sx?|py|toml)\b/g
const MOST_INSERTED = 20

const reportInserted = ({ place, title: name, body }: Written, draft: Draft): void => {
  const found = new Set(body.match(INSERTED))
  for (const what of [...found].slice(0, MOST_INSERTED))
    draft.report(place(), 'inPrompt', { name, what, program: 'that program' })
}
