import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { NO_PROFILE } from '../idea/bindings.ts'
import { parseIdea, parseIdeaInTurns } from '../idea/parse-idea.ts'
import { type WorkspaceFiles, createIdeaSource, loadIdea } from '../idea/workspace.ts'
import { type ComposeSettings, composeIdea } from '../run/program/compose-idea.ts'
import { lintToolSet } from '../tool/lint.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { areKin, shareOf, wordsOf } from '../tool/words.ts'
import { diagnoseIdea, diagnoseIdeaInTurns } from './diagnose.ts'
import { readiness, readinessInTurns } from './readiness.ts'

/** An Idea of so many Tools, some of them odd; always a new one, so that none of it is remembered. */
const ideaOf = (count: number): object => ({
  description: 'Chooses among many.',
  context: [
    {
      type: 'tool',
      tool: Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `tool${n}`,
          {
            type: n % 97 === 5 ? 'string' : 'object',
            description: n % 3 === 0 ? `Does number ${n} of many things.` : '',
            properties: { subject: { type: 'string' }, count: { type: 'integer', minimum: n } },
            required: ['subject', ...(n % 50 === 7 ? ['lost'] : [])],
          },
        ]),
      ),
    },
  ],
})
const createRest = () => vi.fn(() => Promise.resolve())
const filesOf = (idea: object): WorkspaceFiles => ({
  ideas: new Map([['many', JSON.stringify(idea)]]),
  tools: new Map(),
  activities: [],
})

describe.each([
  ['a small Idea', 5],
  ['an Idea of 400 Tools', 400],
])('%s', (_name, count) => {
  const isLarge = count > 100

  it('is read in turns as at once', async () => {
    const rest = createRest()
    const { pathOf: _one, ...made } = await parseIdeaInTurns(ideaOf(count), 'many', rest)
    const { pathOf: _other, ...wanted } = parseIdea(ideaOf(count), 'many')
    expect(made).toEqual(wanted)
    expect(rest.mock.calls.length > 0).toBe(isLarge)
  })

  it.each([true, false])('is composed in turns to the same bytes, strict: %s', async (strict) => {
    const rest = createRest()
    const composed = async (more: Pick<ComposeSettings, 'rest'>): Promise<string> => {
      const idea = JSON.parse(
        JSON.stringify(ideaOf(count)).replaceAll('"type":"string","description"', '"description"'),
      )
      const files = filesOf(idea)
      const settings: ComposeSettings = {
        profile: NO_PROFILE,
        isRegistered: () => false,
        model: () => ({ name: 'told', capabilities: { structured: true, strict: true, tools: true } }),
        ideas: createIdeaSource(files),
        ...more,
      }
      return JSON.stringify(await composeIdea(loadIdea(files, 'many'), { strict, wire: 'structured' }, settings))
    }
    expect(await composed({ rest })).toBe(await composed({}))
    expect(rest.mock.calls.length > 0).toBe(isLarge)
  })

  it('is judged in turns as at once', async () => {
    const rest = createRest()
    const made = await diagnoseIdeaInTurns(filesOf(ideaOf(count)), 'many', {}, rest)
    expect(made).toEqual(diagnoseIdea(filesOf({ ...ideaOf(count) }), 'many'))
    expect(rest.mock.calls.length > 0).toBe(isLarge)
    expect(await readinessInTurns(filesOf(ideaOf(count)), 'many', {}, rest)).toEqual(
      readiness(filesOf(ideaOf(count)), 'many'),
    )
  })
})

describe('Tools described alike', () => {
  const word = fc.constantFrom('wave', 'waves', 'waving', 'song', 'songs', 'погода', 'погоду', 'a', 'it', 'of', '7')
  const description = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '))

  it('are those that comparing each with all before it finds', () =>
    fc.assert(
      fc.property(fc.array(description, { maxLength: 24 }), (descriptions) => {
        const tools = descriptions.map((text, n) => normaliseTool(`tool${n}`, { description: text }).tool)
        const words = descriptions.map((text) => [...new Set(wordsOf(text))])
        const similarity = (own: readonly string[], earlier: readonly string[]): number => {
          const shared = own.filter((word) => earlier.some((other) => areKin(word, other))).length
          return own.length === 0 || earlier.length === 0 ? 0 : shareOf(shared, own.length, earlier.length)
        }
        const wanted = words.flatMap((own, n) => {
          const other = words.findIndex((earlier, at) => at < n && similarity(own, earlier) >= 0.8)
          return other < 0 ? [] : [`tool${n} and tool${other}`]
        })
        const found = lintToolSet(tools).filter(({ code }) => code === 'lint.descriptionsAlike')
        expect(found.map(({ message }) => message.slice(0, message.indexOf(' are described')))).toEqual(wanted)
      }),
    ))
})
