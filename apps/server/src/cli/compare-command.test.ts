import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'

const { printed, ensemble, idOf } = testTerminal(GREETER_FILES)

const greet = (): Promise<string> => idOf('run', 'greeter', '--input', '{"name":"Ada"}')

describe('ensemble compare', () => {
  test('tells two runs that are the same from two that are not, by its exit code, too', async () => {
    const run = await greet()
    const again = await greet()
    expect(await ensemble('compare', run, again)).toBe(0)
    expect(printed.at(-1)).toBe('The runs are identical: every Request, Call and result.')
    const span = 'request/0/call/0'
    const fork = await idOf('fork', run, '--span', span, '--result', '{"greeting":"Ahoy"}')
    expect(await ensemble('compare', run, fork)).toBe(1)
    expect(printed.join('\n')).toContain('result/greeting  "Hello, Ada" → "Ahoy"')
    expect(printed.at(-1)).toBe(`3 differences, the first at request/0/call/greetUser:0 (${span}).`)
    expect(printed.at(-2)).toBe(`The fork's edit: ${span}.`)
    printed.length = 0
    expect(await ensemble('compare', run, fork, '--json')).toBe(1)
    expect(JSON.parse(printed.join('\n'))).toMatchObject({
      identical: false,
      first: 'request/0/call/greetUser:0',
      edited: span,
      a: { id: run },
      b: { id: fork },
      differences: expect.arrayContaining([
        {
          path: 'request/0/call/greetUser:0',
          a: span,
          b: span,
          changes: ['result'],
          fields: [{ change: 'result', path: '/greeting', a: 'Hello, Ada', b: 'Ahoy' }],
        },
      ]),
    })
  })

  test('reads separately stored values, to the field', async () => {
    const long = (end: string): string => JSON.stringify({ greeting: `${'a'.repeat(6000)}${end}`, mood: end })
    const run = await greet()
    const [one, other] = [
      await idOf('fork', run, '--span', 'request/0/call/0', '--result', long('x')),
      await idOf('fork', run, '--span', 'request/0/call/0', '--result', long('y')),
    ]
    expect(await ensemble('compare', one, other)).toBe(1)
    expect(printed.join('\n')).toContain('result/mood  "x" → "y"')
    expect(Math.max(...printed.map(({ length }) => length))).toBeLessThan(300)
  })

  describe('tells a person', () => {
    const call = (name: string, greeting = 'Ahoy') => ({ _tool: 'greetUser', name, _output: { greeting } })
    const answered = (run: string, calls: readonly object[], output: object | null = null): Promise<string> =>
      idOf('fork', run, '--span', 'request/0', '--answer', JSON.stringify({ calls, output }))

    test('a step that only one of them has once, with how many lie in it', async () => {
      const run = await greet()
      const ends = await answered(run, [], { greeting: 'Written' })
      const more = await idOf('fork', run, '--span', 'request/1', '--answer', JSON.stringify({ calls: [call('Bo')] }))
      expect(await ensemble('compare', ends, more)).toBe(1)
      expect(printed.filter((line) => line.includes('only in B'))).toEqual([
        'request/0/call/greetUser:0 (request/0/call/0)  only in B',
        'request/1  only in B, with 1 step in it',
        'request/2  only in B',
      ])
      printed.length = 0
      expect(await ensemble('compare', more, ends)).toBe(1)
      expect(printed).toContain('request/1  only in A, with 1 step in it')
    })

    test('the place of a Call in each, if they differ', async () => {
      const run = await greet()
      const one = await answered(run, [call('Ada'), call('Bo')])
      const other = await answered(run, [call('Bo'), call('Cy')])
      expect(await ensemble('compare', one, other)).toBe(1)
      expect(printed.join('\n')).toContain('request/0/call/greetUser:0 (request/0/call/0 in A, request/0/call/1 in B)')
    })

    test('what one of them lacks, five fields of a difference, and the rest by number', async () => {
      const run = await greet()
      const withFields = (count: number): Promise<string> => {
        const fields = Array.from({ length: count }, (_, n) => [`f${n}`, 'x'.repeat(80)])
        const result = { greeting: 'Ahoy', ...Object.fromEntries(fields) }
        return idOf('fork', run, '--span', 'request/0/call/0', '--result', JSON.stringify(result))
      }
      expect(await ensemble('compare', await withFields(0), await withFields(7))).toBe(1)
      const lines = printed.filter((line) => line.startsWith('  result') || line.includes('--json'))
      expect(lines).toHaveLength(6)
      expect(lines[0]).toBe(`  result/f0  missing → "${'x'.repeat(59)}…`)
      expect(lines.at(-1)).toBe('  … 2 fields more: --json')
    })
  })
})
