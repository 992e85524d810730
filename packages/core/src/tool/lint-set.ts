import type { Finding, SetRule } from './lint-finding.ts'
import type { Tool } from './tool.ts'
import { wordsOfDescription } from './description-words.ts'
import { areAlike, shareOf, startOf } from './words.ts'

const MOST_TOOLS = 40
const ALIKE = 0.8

/** Comparing one Tool with those before it takes as much as reading so many characters for each of them. */
const COMPARING = 4

/** So few are compared each with each. */
const FEW = 16

export const toldApart: SetRule = function* (tools) {
  const described: { readonly tool: Tool; readonly words: readonly string[] }[] = []
  const findings: Finding[] = []
  const countKin = tools.length > FEW ? createKinCounter() : undefined
  for (const [index, tool] of tools.entries()) {
    const words = [...new Set(wordsOfDescription(tool))]
    const mayShare = countKin?.(words)
    const other = described.find(
      (earlier, at) =>
        (mayShare === undefined || shareOf(mayShare[at] ?? 0, words.length, earlier.words.length) >= ALIKE) &&
        areAlike(words, earlier.words, ALIKE),
    )
    described.push({ tool, words })
    yield tool.description.length + COMPARING * words.length * index
    if (other === undefined) continue
    const message = `${tool.name} and ${other.tool.name} are described alike; say what sets them apart.`
    findings.push({ code: 'lint.descriptionsAlike', path: '/description', tool: tool.name, message })
  }
  return findings
}

/** Counts for each description before how many words it may share with this one: kin words begin alike. */
const createKinCounter = (): ((words: readonly string[]) => Uint32Array) => {
  /** By how words begin, the descriptions with such a word. */
  const byStart = new Map<string, number[]>()
  let index = 0
  return (words) => {
    const mayShare = new Uint32Array(index)
    for (const word of words) for (const at of byStart.get(startOf(word)) ?? []) mayShare[at] = (mayShare[at] ?? 0) + 1
    for (const start of new Set(words.map(startOf))) put(byStart, start, index)
    index++
    return mayShare
  }
}

const put = (lists: Map<string, number[]>, key: string, value: number): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

// oxlint-disable-next-line require-yield -- counting takes no time
export const fewTools: SetRule = function* (tools) {
  const message = `${tools.length} Tools in one Idea: models choose worse among so many.`
  return tools.length > MOST_TOOLS ? [{ code: 'lint.tooManyTools', path: '', message }] : []
}
