import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../import-files.ts'

const FIXTURES = join(import.meta.dirname, '../../../fixtures/imports/langgraph-script')
const importProgram = (text: string, path = 'pier.ts') => importFiles([{ path, text }])

describe('LangGraph and LangChain in TypeScript', () => {
  const imported = importProgram(readFileSync(join(FIXTURES, 'pier.ts'), 'utf8'))
  const ideaOf = (name: string) => imported.ideas.find((each) => each.name === name)?.idea

  test('become Ideas of agents, of nodes that ask a model, and of the graph that leads them', () => {
    expect(imported.programs).toEqual(['LangGraph'])
    expect(imported.ideas.map(({ name }) => name)).toEqual([
      'pilot',
      'harbour',
      'scout',
      'diver',
      'plan',
      'master',
      'pier',
    ])
    expect(ideaOf('plan')).toMatchObject({
      config: { model: 'gpt-4.1-mini', temperature: 0, maxOutputTokens: 300 },
      context: [
        { text: 'You plan a pier for {season}.\n\nThink of {place}.' },
        {},
        { schema: { properties: { season: {}, place: {} }, required: ['request'] } },
      ],
      schema: { properties: { berths: { type: 'array', items: { type: 'string' } } }, required: ['berths'] },
    })
    expect(ideaOf('pier')).toMatchObject({ context: [{ text: expect.stringContaining('1. plan\n2. master') }, {}, {}] })
    expect(ideaOf('harbour')).toMatchObject({
      config: { model: 'claude-sonnet-4-5' },
      context: [{ text: 'You lead.' }, {}, { tool: { pilot: { properties: { _module: { const: 'idea://pilot' } } } } }],
    })
    expect(ideaOf('scout')).toMatchObject({
      context: [{ text: 'You scout.' }, {}, { tool: { diver: { description: 'Looks below.' } } }],
    })
  })

  test('keep tools with zod or JSON Schema; those that a person approves say so', () => {
    expect(ideaOf('master')).toMatchObject({
      context: [
        { text: 'You moor boats. <script>alert(1)</script>' },
        {},
        {
          tool: {
            moor: {
              description: 'Moors a boat.',
              properties: { _approval: { const: 'required' }, boat: { description: 'Name of the boat' }, berth: {} },
              required: ['boat'],
            },
            hoist: { properties: { flag: { type: 'string' } }, required: ['flag'] },
          },
        },
      ],
    })
    expect(JSON.stringify(ideaOf('diver'))).not.toContain('_approval')
    expect(imported.tools.map(({ name }) => name)).toEqual(['weigh'])
  })

  test('run nothing, and every part that is code is reported with its line', () => {
    expect(JSON.stringify(imported)).not.toMatch(/not-a-real-key|must not run/)
    expect(imported.report.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'pier.ts:59 member',
      'pier.ts:59 toolUnknown',
      'pier.ts:17 toolCode',
      'pier.ts:22 toolCode',
      'pier.ts:49 expression',
      'pier.ts:49 expression',
      'pier.ts:17 toolCode',
      'pier.ts:22 toolCode',
      'pier.ts:49 order',
      'pier.ts:52 step',
      'pier.ts:28 toolCode',
    ])
  })

  test('that is cut or broken is refused in one sentence', () => {
    const { ideas, report } = importProgram("import { createAgent } from 'langchain'\nconst a = createAgent({")
    expect(ideas).toEqual([])
    expect(report.map(({ code }) => code)).toEqual(['broken'])
  })

  test('with elements of a page next to the agent is read, too', () => {
    const text =
      "import { createAgent } from 'langchain'\nconst desk = createAgent({ model: 'm', tools: [], prompt: 'Help.' })\nexport const Page = () => <p>{desk.name}</p>"
    expect(importProgram(text, 'page.tsx').ideas.map(({ name }) => name)).toEqual(['desk'])
  })
})

test('in Python, subagents are Tools of their agent, and tools that a person approves say so', () => {
  const { ideas } = importProgram(
    `from deepagents import create_deep_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware

def moor(boat: str): "Moors a boat."
def weigh(): "Weighs a catch."

diver = {"name": "diver", "description": "Looks below.", "prompt": "You dive.", "tools": [weigh]}
scout = create_deep_agent(
    tools=[moor],
    instructions="You scout.",
    subagents=[diver],
    middleware=[HumanInTheLoopMiddleware(interrupt_on={"moor": True, "weigh": False})],
)
`,
    'scout.py',
  )
  expect(ideas.map(({ name }) => name)).toEqual(['scout', 'diver'])
  expect(ideas[0]?.idea).toMatchObject({
    context: [
      { text: 'You scout.' },
      {},
      {
        tool: {
          moor: { properties: { _approval: { const: 'required' } } },
          diver: { description: 'Looks below.', properties: { _module: { const: 'idea://diver' } } },
        },
      },
    ],
  })
  expect(ideas[1]?.idea).toMatchObject({ context: [{ text: 'You dive.' }, {}, { tool: { weigh: {} } }] })
  expect(JSON.stringify(ideas[1])).not.toContain('_approval')
})
