import type { ToolRule } from './lint-finding.ts'
import { areKin, isSubject, subjectsIn, subjectsOf, wordsOf } from './words.ts'
import { wordsOfDescription } from './description-words.ts'

const FEWEST_WORDS = 3
const MOST_WORDS_OF_A_NAME = 6
/** A quick fix's placeholder for a person. */
export const PLACEHOLDER = '…'

/** Missing, or too little to choose by: a few words, the name once more, a placeholder. */
export const describesItself: ToolRule = (tool) => {
  const { name, description } = tool
  const words = wordsOfDescription(tool)
  if (words.length === 0) {
    return [{ code: 'lint.descriptionMissing', path: '', tool: name, message: `The Tool ${name} has no description.` }]
  }
  const added = twoBeyond(subjectsOf(name), words)
  const isName = isNameAgain(words, added)
  const isVague = words.length < FEWEST_WORDS || isName || description.trimEnd().endsWith(PLACEHOLDER)
  if (!isVague) return []
  const fault = isName
    ? `only repeats its name${added.length > 0 ? ` and adds “${added.join(' ')}”` : ''}`
    : 'says little'
  const message = `The description of ${name} ${fault}. Say when to use it and what it returns.`
  return [{ code: 'lint.descriptionVague', path: '/description', tool: name, message }]
}

/** A short sentence of the name's words and one thing that they are done to says no more than the name: “Ping a host”. */
const isNameAgain = (words: readonly string[], added: readonly string[]): boolean =>
  added.length === 0 || (added.length === 1 && words.length <= MOST_WORDS_OF_A_NAME && subjectsIn(words).length > 1)

/** The first two subjects among the words that a name doesn't say: more is never asked. */
const twoBeyond = (own: readonly string[], words: readonly string[]): readonly string[] => {
  const added: string[] = []
  for (const word of words) {
    if (!isSubject(word) || added.includes(word) || own.some((other) => areKin(word, other))) continue
    added.push(word)
    if (added.length === 2) break
  }
  return added
}

/** Beginnings of words, so that forms of them count: `deletes`, `restarted`, `удаляет`. */
const DANGEROUS = [
  'delet',
  'restart',
  'isolat',
  'critical',
  'warning',
  'shutdown',
  'удал',
  'перезапус',
  'перезагру',
  'изолир',
  'критич',
  'предупрежд',
]
const DANGEROUS_WORDS = new Set(['remove', 'removes', 'drop', 'drops'])
/** Every dangerous word contains one of these; most Tools skip the check by it. */
const MAY_BE_DANGEROUS = new RegExp([...DANGEROUS, ...DANGEROUS_WORDS].join('|'), 'iu')

export const asksForApproval: ToolRule = (tool) => {
  if (tool.approval !== undefined || tool.activity === '') return []
  const text = `${tool.name} ${tool.description}`
  if (!MAY_BE_DANGEROUS.test(text)) return []
  const found = wordsOf(text).find(
    (word) => DANGEROUS_WORDS.has(word) || DANGEROUS.some((start) => word.startsWith(start)),
  )
  const message = `${tool.name} says “${found ?? ''}” and runs without a person confirming it; add _approval.`
  return found === undefined ? [] : [{ code: 'lint.approvalMissing', path: '', tool: tool.name, message }]
}
