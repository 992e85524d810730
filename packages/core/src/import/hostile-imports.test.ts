import { describe, expect, test } from 'vitest'
import { importFiles } from './import-files.ts'

const AGENT = 'role: r\n  goal: g\n  backstory: b'
const reasonOf = (text: string, path = 'agents.yaml'): string => {
  const { ideas, report } = importFiles([{ path, text }])
  expect(ideas).toEqual([])
  return report.map(({ what }) => what).join('\n')
}

describe('a hostile file', () => {
  test.each([
    ['an anchor that holds itself', 'a: &a\n  role: r\n  goal: g\n  backstory: *a\n', /holds itself|anchor/],
    [
      'anchors in anchors',
      `${Array.from({ length: 30 }, (_, at) => `a${at}: &a${at} [${at === 0 ? 'x' : `*a${at - 1}, *a${at - 1}`}]`).join('\n')}\n`,
      /more than 1,000,000 values/,
    ],
    ['deep nesting', `a: ${'['.repeat(2000)}${']'.repeat(2000)}\n`, /nested|stack|read/i],
    ['a text that is too long', `a: ${'x'.repeat(20_000_001)}`, /longer than 20,000,000/],
    ['a key twice', 'a: 1\na: 2\n', /duplicated/],
    [
      'more steps than Ideas can be made of',
      `nodes:\n${'  - { type: customNode, data: { name: a, label: b, inputs: {} } }\n'.repeat(2001)}`,
      /up to 2,000 nodes/,
    ],
    ['a broken quote', 'a: "b\n', /line 2, column 1/],
    ['deep JSON', '['.repeat(100_000), /JSON is nested too deeply|JSON is broken/],
  ])('with %s is refused in one sentence', (_, text, sentence) => {
    const reason = reasonOf(text, text.startsWith('[') ? 'flow.json' : 'agents.yaml')
    expect(reason).toMatch(sentence)
    expect(reason.split('\n')).toHaveLength(1)
  })

  test('of broken JSON is named with line and column', () => {
    const { report, unknown } = importFiles([{ path: 'flow.json', text: '{\n  "nodes": [1,\n  oops\n}' }])
    expect(report).toMatchObject([
      {
        path: 'flow.json',
        code: 'brokenJson',
        what: 'This file is broken JSON at line 3, column 3.',
        values: { line: '3', column: '3' },
      },
    ])
    expect(unknown).toEqual([])
  })

  test('with names of prototypes gives Ideas, and changes no object', () => {
    const { ideas } = importFiles([
      { path: 'c/agents.yaml', text: `__proto__:\n  ${AGENT}\n  polluted: 1\nconstructor:\n  ${AGENT}\n` },
      { path: 'c/tasks.yaml', text: 'toString:\n  description: d\n  expected_output: e\n  agent: __proto__\n' },
    ])
    expect(ideas.map(({ name }) => name)).toEqual(['toString', 'constructor', 'c'])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('with a name that Windows keeps, or that is taken in another case, gets another', () => {
    const agent = (name: string) => ({ path: `${name}.md`, text: `---\nname: ${name}\ndescription: d\n---\nText.` })
    const { ideas } = importFiles([agent('con'), agent('Desk')], {
      ideas: ['desk'],
      tools: [],
      activities: [],
      servers: [],
    })
    expect(ideas.map(({ name }) => name)).toEqual(['con-2', 'Desk-2'])
  })
})
