import type { Finding, SetRule } from './lint-finding.ts'
import { similarity, wordsOf } from './words.ts'

const MOST_TOOLS = 40
const ALIKE = 0.8

export const toldApart: SetRule = (tools) => {
  const described = tools.map((tool) => ({ tool, words: [...new Set(wordsOf(tool.description))] }))
  return described.flatMap(({ tool, words }, index): readonly Finding[] => {
    const other = described.slice(0, index).find((earlier) => similarity(words, earlier.words) >= ALIKE)
    if (other === undefined) return []
    const message = `${tool.name} and ${other.tool.name} are described alike; say what sets them apart.`
    return [{ code: 'lint.descriptionsAlike', path: '/description', tool: tool.name, message }]
  })
}

export const fewTools: SetRule = (tools) => {
  const message = `${tools.length} Tools in one Idea: models choose worse among so many.`
  return tools.length > MOST_TOOLS ? [{ code: 'lint.tooManyTools', path: '', message }] : []
}
