import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { SCHEMA_LIMITS } from '../packages/core/src/schema/check-schema.ts'
import { runPage } from './page-runner.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGES = [
  'getting-started',
  'protocol',
  'cookbook',
  'exercises',
  'library',
  'operations',
  'providers',
  'leak-proof',
  'evaluation',
  'evidence',
  'import/markdown-agents',
  'import/mcp-configs',
  'import/crewai',
  'import/flowise',
  'import/conversations',
  'import/langgraph',
  'import/openapi',
  'import/rivet',
  'import/n8n',
  'import/agents-sdk',
  'import/dify',
  'export',
  'share',
]

test.each(PAGES)('docs/%s.md does what it says, block by block', (name) =>
  runPage(join(import.meta.dirname, `${name}.md`)),
)

test('the Idea that the README shows to those who know the field runs, with the model and with the function', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-readme-'))
  try {
    const [, idea = ''] =
      /^(```json ideas\/greeter\.json\n[\s\S]*?^```$)/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
    const [, code = ''] =
      /^(```ts activities\/greet\.ts\n[\s\S]*?^```$)/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
    const run = '```sh\nensemble run greeter\n```'
    const page = [
      idea,
      run,
      '```output\n… (latent) done…\n```',
      code,
      run,
      '```output\n… (explicit) done…\n  "greeting": "Hello, Ada!"\n```',
    ]
    writeFileSync(join(folder, 'page.md'), page.join('\n\n'))
    await runPage(join(folder, 'page.md'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the program that the README shows runs the Idea that it shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-readme-'))
  try {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const [idea = ''] = /^```json ideas\/greeter\.json\n[\s\S]*?^```$/m.exec(readme) ?? []
    const [program = ''] = /^```ts run\n[\s\S]*?^```$/m.exec(readme) ?? []
    writeFileSync(join(folder, 'page.md'), [idea, program, '```output\ncompleted…\n```'].join('\n\n'))
    await runPage(join(folder, 'page.md'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the start that the README of the core shows runs as it is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-readme-'))
  try {
    const [start = ''] =
      /^```ts run\n[\s\S]*?^```output\n[\s\S]*?^```$/m.exec(
        readFileSync(join(ROOT, 'packages', 'core', 'README.md'), 'utf8'),
      ) ?? []
    expect(start).toContain('Hello, Ada!')
    writeFileSync(join(folder, 'page.md'), `${start}\n`)
    await runPage(join(folder, 'page.md'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Pages with their own tests, by the test that reads them. */
const ELSEWHERE: { readonly [page: string]: string } = {
  'http-activities': 'apps/server/src/activities/documented-example.test.ts',
  mcp: 'apps/server/src/mcp/mcp-page.test.ts',
  'one-turn': 'docs/one-turn.test.ts',
  'sandboxed-activities': 'apps/server/src/sandbox/documented-example.test.ts',
}

test('no page with code escapes the tests', () => {
  const pages = ['', 'import']
    .flatMap((folder) => readdirSync(join(import.meta.dirname, folder)).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.md') && /^```/m.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
    .map((file) => file.replace(/\.md$/, ''))
  expect(pages.filter((page) => !PAGES.includes(page) && ELSEWHERE[page] === undefined)).toEqual([])
  for (const [page, file] of Object.entries(ELSEWHERE))
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`${page}.md`)
})

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-')

/** Every link of a page that stays in the repository: its file and the place in it. */
const linksOf = (page: string): readonly { readonly file: string; readonly anchor: string }[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)].map(
    ([, file = '', anchor = '']) => ({ file: file === '' ? page : join(dirname(page), file), anchor }),
  )

test('every page is reached from the README, and every link leads to a file and a heading that are there', () => {
  const reached = new Set<string>()
  const visit = (page: string): void => {
    if (reached.has(page)) return
    reached.add(page)
    if (!page.endsWith('.md')) return
    for (const { file, anchor } of linksOf(page)) {
      expect(existsSync(join(ROOT, file)), `${page}: ${file}`).toBe(true)
      visit(file)
      if (anchor === '') continue
      const headings = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text)
      expect(headings.map(anchorOf), `${page}: ${file}#${anchor}`).toContain(anchor)
    }
  }
  visit('README.md')
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  const unreached = pages.filter((page) => page.endsWith('.md') && !reached.has(join('docs', page)))
  expect(unreached).toEqual([])
})

test('commands that README, CONTRIBUTING and AGENTS name are there, and so are the files they lead to', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  for (const page of ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'SECURITY.md']) {
    const text = readFileSync(join(ROOT, page), 'utf8')
    for (const [, run, name = ''] of text.matchAll(/npm (run )?([a-z0-9:-]+)/g))
      if (run !== undefined || ['start', 'test'].includes(name)) expect(Object.keys(scripts), page).toContain(name)
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g))
      expect(() => readFileSync(join(ROOT, link)), `${page}: ${link}`).not.toThrow()
  }
})

test('what CONTRIBUTING and AGENTS name to begin in is there', () => {
  for (const page of ['CONTRIBUTING.md', 'AGENTS.md'])
    for (const [, path = ''] of readFileSync(join(ROOT, page), 'utf8').matchAll(
      /`((?:core|packages|apps|docs|e2e)\/[\w./-]+)`/g,
    )) {
      const named = path.replace(/^core\//, 'packages/core/')
      if (!named.includes('NAME')) expect(existsSync(join(ROOT, named)), `${page}: ${path}`).toBe(true)
    }
})

test('the bounds of a schema that its decision tells are those of the code', () => {
  const page = readFileSync(join(import.meta.dirname, 'decisions/2026-11-21-how-long-a-schema-may-take.md'), 'utf8')
  const most = (what: string): number => {
    const [, number = ''] = new RegExp(`^\\s*\\| ${what}[^|]*\\| ([\\d,]+)`, 'm').exec(page) ?? []
    return Number(number.replaceAll(',', ''))
  }
  const { subschemas, weight, branches, depth, required, enumValues, patterns } = SCHEMA_LIMITS
  const told = ['subschemas', 'weight \\(', 'schemas that judge', 'levels', 'names of', 'values of', 'patterns']
  expect(told.map(most)).toEqual([subschemas, weight, branches, depth, required, enumValues, patterns])
})
