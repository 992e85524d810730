import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GREETER, GREETER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'
import { toAnnotation } from './annotations.ts'
import { toSummary } from './case-summary.ts'
import { checkOnChange } from './check-on-change.ts'

let reports: string
beforeEach(async () => {
  reports = await mkdtemp(join(tmpdir(), 'ensemble-reports-'))
})
afterEach(() => rm(reports, { recursive: true, force: true }))
const at = (file: string): string => join(reports, file)

describe('an annotation', () => {
  test('is one line, whatever its texts hold', () => {
    const place = { line: 2, column: 3, endLine: 4, endColumn: 5 }
    const written = { severity: 'info' as const, file: 'a,b:c.json', place, title: 'x::y', message: '100%\nnext' }
    expect(toAnnotation(written)).toBe(
      '::notice file=a%2Cb%3Ac.json,line=2,endLine=4,col=3,title=x%3A%3Ay::100%25%0Anext',
    )
  })
})

describe('a summary', () => {
  test('lets no text of a case out of its place in the Markdown', () => {
    const change = {
      key: 'k',
      seq: 1,
      request: 'request/0',
      turn: 1,
      idea: 'greeter',
      what: 'prompt' as const,
      path: '/messages/0/content',
      expected: 'Greet.\n</details>\n```',
      actual: 'x'.repeat(5000),
    }
    const text = toSummary([{ name: 'a|b', status: 'failed', change, reasons: ['<img> @someone\nnext'] }], [])
    expect(text).toContain('### Ensemble: 1 case, 0 passed')
    expect(text).toContain('| a&#124;b | ❌ failed | &#60;img&#62; &#64;someone<br>next |')
    expect(text).toContain('    - </details>')
    expect(text.length).toBeLessThan(4000)
  })
})

describe('reports for CI', () => {
  const { printed, root, ensemble, idOf } = testTerminal(GREETER_FILES)

  test('validate writes SARIF and JUnit, and annotates the line', async () => {
    await writeFile(join(root(), 'ideas/empty.json'), '{\n  "contxt": []\n}\n')
    const code = await ensemble('validate', '--annotate', '--sarif', at('v.sarif'), '--junit', at('v.xml'))
    expect(code).toBe(1)
    expect(printed.filter((line) => line.startsWith('::error file=ideas/empty.json,line='))).not.toEqual([])
    expect(await readFile(at('v.sarif'), 'utf8')).toContain('"uri": "ideas/empty.json"')
    const junit = await readFile(at('v.xml'), 'utf8')
    expect(junit).toMatch(/name="ideas\/empty\.json"><failure message="ideas\/empty\.json:\d+:\d+: error: /)
  })

  test('replay tells in Markdown which case an edited Idea changes, and annotates the Idea', async () => {
    const run = await idOf('run', 'greeter', '--input', '{"name":"Ada"}')
    expect(await ensemble('keep', run, '--name', 'hello')).toBe(0)
    expect(await ensemble('replay', '--summary', at('s.md'))).toBe(0)
    expect(await readFile(at('s.md'), 'utf8')).toBe(
      '### Ensemble: 1 case, 1 passed\n\nThe model would see what it saw when the cases were recorded.\n',
    )
    const [first] = GREETER.context
    const edited = { ...GREETER, context: [{ ...first, text: 'Greet them in verse.' }, ...GREETER.context.slice(1)] }
    await writeFile(join(root(), 'ideas/greeter.json'), JSON.stringify(edited))
    printed.length = 0
    expect(await ensemble('replay', '--annotate', '--summary', at('s.md'))).toBe(1)
    const summary = await readFile(at('s.md'), 'utf8')
    expect(summary).toContain('### Ensemble: 1 case, 0 passed')
    expect(summary).toMatch(/^\| hello \| .*Turn 1 of greeter: the model would see another message/m)
    expect(summary).toMatch(/^ {4}\+ .*Greet them in verse\./m)
    expect(printed.filter((line) => /^::error file=ideas\/greeter\.json,.*hello/.test(line))).toHaveLength(1)
  })

  test('prove annotates nothing where everything holds', async () => {
    expect(await ensemble('prove', '--annotate')).toBe(0)
    expect(printed.filter((line) => line.startsWith('::'))).toEqual([])
  })

  test('a watched check runs again after a change, and ends with the last code at a signal', async () => {
    let checks = 0
    const code = await checkOnChange(root(), async () => {
      checks++
      if (checks === 1) await writeFile(join(root(), 'ideas/another.json'), '{}')
      else process.emit('SIGTERM')
      return checks
    })
    expect(code).toBe(checks)
    expect(checks).toBeGreaterThan(1)
  })
})
