import type { Finding, SetRule } from './lint-finding.ts'
import type { Tool } from './tool.ts'
import { shareOf, similarity, startOf, wordsOf } from './words.ts'

const MOST_TOOLS = 40
const ALIKE = 0.8

/** Comparing one Tool with those before it takes as much as reading so many characters for each of them. */
const COMPARING = 4

export const toldApart: SetRule = function* (tools) {
  const described: { readonly tool: Tool; readonly words: readonly string[] }[] = []
  const findings: Finding[] = []
  /** By how words begin, the Tools looked at so far with such a word: a thousand are not compared each with each. */
  const byStart = new Map<string, number[]>()
  for (const [index, tool] of tools.entries()) {
    const words = [...new Set(wordsOf(tool.description))]
    const mayShare = new Uint32Array(index)
    for (const word of words) for (const at of byStart.get(startOf(word)) ?? []) mayShare[at] = (mayShare[at] ?? 0) + 1
    for (const start of new Set(words.map(startOf))) put(byStart, start, index)
    const other = described.find((earlier, at) => {
      const most = shareOf(mayShare[at] ?? 0, words.length, earlier.words.length)
      return most >= ALIKE && similarity(words, earlier.words) >= ALIKE
    })
    described.push({ tool, words })
    yield tool.description.length + COMPARING * words.length * index
    if (other === undefined) continue
    const message = `${tool.name} and ${other.tool.name} are described alike; say what sets them apart.`
    findings.push({ code: 'lint.descriptionsAlike', path: '/description', tool: tool.name, message })
  }
  return findings
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
