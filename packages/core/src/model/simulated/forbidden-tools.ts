import { type Asked, readAsked } from './asked.ts'
import { matchTools } from './choose-tools.ts'
import type { Candidate } from './context-values.ts'
import { ANY_ACT } from './lexicon.ts'
import type { SeenTool } from './read-request.ts'
import { isMention } from './mentions.ts'
import { propertiesOf } from './schema-view.ts'
import { nameWords, verbOf } from './tool-verb.ts'
import { meanings } from './verbs.ts'
import { requestKeys, toolKeys } from './word-keys.ts'
import { contentWords, foldName, splitWords } from './words.ts'

/** Tools that a text forbids, in any field (docs/contract/protocol.md#the-simulated-model): none is called. */
export const forbiddenTools = (
  tools: readonly SeenTool[],
  asked: Asked,
  given: readonly Candidate[],
): ReadonlySet<SeenTool> => {
  if (asked.forbidden.length === 0) return new Set()
  const wanted = matchTools(tools, asked, true)
  return new Set(
    tools.filter(
      (tool) =>
        asked.forbiddenNames.includes(tool.name) ||
        asked.forbidden.some((part) => {
          const says = readForbidden(part, tool, tools, given)
          return says.isMeant && !isAskedAnyway(tool, wanted.get(tool) ?? [], part, says.namesIt)
        }),
    ),
  )
}

const NOTHING: Asked = { text: '', barred: '', forbidden: [], wanted: [], named: [], forbiddenNames: [] }

interface Forbidden {
  readonly isMeant: boolean
  /** The part has a word of the Tool's name, apart from its verb. */
  readonly namesIt: boolean
}

/** Whether a prohibition applies to this Tool: by its verb, or by its name if it has no verb. */
const readForbidden = (
  part: string,
  tool: SeenTool,
  tools: readonly SeenTool[],
  given: readonly Candidate[],
): Forbidden => {
  const words = splitWords(part)
  const verb = verbOf(tool)
  const isOwn = (word: string): boolean => isNameWord(word, nameWords(tool).slice(0, 1))
  const isVerb = (word: string): boolean => isOwn(word) || meanings(word).length > 0
  const objects = contentWords(part).filter((word) => !isVerb(word) && !ANY_ACT.test(word))
  const named = matchTools(tools, { ...NOTHING, text: objects.join(' ') }, false)
  /** `do not start countWords` forbids that Tool alone. */
  const namesAnother = words.some(isMention)
  const namesIt = objects.some((word) => isNameWord(word, nameWords(tool).slice(1)))
  const saysVerb = words.some((word) => isOwn(word) || (verb !== undefined && meanings(word).includes(verb)))
  if (saysVerb) return { isMeant: (named.size === 0 && !namesAnother) || named.has(tool), namesIt }
  if (words.some((word) => isVerb(word) && !ANY_ACT.test(word)) || isItsArgument(part, tool, tools, given))
    return { isMeant: false, namesIt }
  const isAll = objects.length === 0 && words.some((word) => ANY_ACT.test(word))
  return { isMeant: named.has(tool) || isAll, namesIt }
}

/** `do not check the pump, check the mill`: what is asked for says more of the Tool than what is forbidden. */
const isAskedAnyway = (tool: SeenTool, wanted: readonly string[], part: string, isNamed: boolean): boolean => {
  const forbidden = new Set(contentWords(part).flatMap(requestKeys))
  const fresh = wanted.filter((word) => !requestKeys(word).some((key) => forbidden.has(key)))
  const own = nameWords(tool).slice(1)
  return fresh.length > 0 && (!isNamed || wanted.some((word) => isNameWord(word, own)))
}

const isNameWord = (word: string, names: readonly string[]): boolean => {
  const keys = requestKeys(word)
  return names.flatMap(toolKeys).some((key) => keys.includes(key))
}

/** A comment to be judged is the Tool's own argument: it says nothing about the Tool. */
const isItsArgument = (
  part: string,
  { schema }: SeenTool,
  tools: readonly SeenTool[],
  given: readonly Candidate[],
): boolean => {
  const names = tools.map(({ name }) => name)
  const parameters = new Set(Object.keys(propertiesOf(schema)).map(foldName))
  return given.some(
    ({ name, value }) =>
      typeof value === 'string' && parameters.has(foldName(name)) && readAsked(value, names).forbidden.includes(part),
  )
}
