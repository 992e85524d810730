import type { Finding, SetRule } from './lint-finding.ts'
import { shareOf, similarity, startOf, wordsOf } from './words.ts'

const MOST_TOOLS = 40
const ALIKE = 0.8

export const toldApart: SetRule = (tools) => {
  const described = tools.map((tool) => ({ tool, words: [...new Set(wordsOf(tool.description))] }))
  /** By how words begin, the Tools looked at so far with such a word: a thousand are not compared each with each. */
  const byStart = new Map<string, number[]>()
  return described.flatMap(({ tool, words }, index): readonly Finding[] => {
    const mayShare = new Uint32Array(index)
    for (const word of words) for (const at of byStart.get(startOf(word)) ?? []) mayShare[at] = (mayShare[at] ?? 0) + 1
    for (const start of new Set(words.map(startOf))) put(byStart, start, index)
    const other = described.slice(0, index).find((earlier, at) => {
      const most = shareOf(mayShare[at] ?? 0, words.length, earlier.words.length)
      return most >= ALIKE && similarity(words, earlier.words) >= ALIKE
    })
    if (other === undefined) return []
    const message = `${tool.name} and ${other.tool.name} are described alike; say what sets them apart.`
    return [{ code: 'lint.descriptionsAlike', path: '/description', tool: tool.name, message }]
  })
}

const put = (lists: Map<string, number[]>, key: string, value: number): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

export const fewTools: SetRule = (tools) => {
  const message = `${tools.length} Tools in one Idea: models choose worse among so many.`
  return tools.length > MOST_TOOLS ? [{ code: 'lint.tooManyTools', path: '', message }] : []
}
