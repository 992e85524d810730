import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'

const { printed, told, root, ensemble } = testTerminal(GREETER_FILES)

describe('Tools of another format', () => {
  test('become shared Tools of the workspace, never over a file, with what did not map', async () => {
    const file = join(root(), 'tools.txt')
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const openai = [{ type: 'function', function: { name: 'get_weather', strict: true, parameters } }]
    await writeFile(file, JSON.stringify(openai))
    expect(await ensemble('import', file)).toBe(0)
    expect(printed).toContain('tools/get_weather.json')
    expect(told.join()).toContain('strict')
    const tool: unknown = JSON.parse(await readFile(join(root(), 'tools/get_weather.json'), 'utf8'))
    expect(tool).toMatchObject({ type: 'object', required: ['city'] })
    await expect(ensemble('import', file)).rejects.toMatchObject({
      code: 'name.taken',
      message: expect.stringContaining('already in use: get_weather'),
    })
  })

  test('are read from a program that registers them, which does not run', async () => {
    const file = join(root(), 'tools.js')
    const schema = "{ type: 'object', description: 'Погода в городе.', properties: { city: { type: 'string' } } }"
    await writeFile(file, `process.exit(3)\nTool.register('cityWeather', ${schema})\nTool.register('made', make())\n`)
    expect(await ensemble('import', file)).toBe(0)
    expect(told.join()).toContain('line 3  The schema of made is computed')
    const tool: unknown = JSON.parse(await readFile(join(root(), 'tools/cityWeather.json'), 'utf8'))
    expect(tool).toMatchObject({ description: 'Погода в городе.', properties: { city: { type: 'string' } } })
  })

  test('are read from a Go program as well; a computed part is reported with its line', async () => {
    const file = join(root(), 'main.go')
    const parameters =
      'openai.FunctionParameters{"type": "object", "properties": map[string]any{"город": map[string]string{"type": "string"}}}'
    const tool = (name: string, given: string) =>
      `openai.ChatCompletionToolParam{Function: openai.FunctionDefinitionParam{Name: "${name}", Parameters: ${given}}}`
    await writeFile(file, `package main\nvar a = ${tool('goWeather', parameters)}\nvar b = ${tool('made', 'make()')}\n`)
    expect(await ensemble('import', file)).toBe(0)
    expect(told.join()).toContain('line 3  The schema of made is computed')
    const written: unknown = JSON.parse(await readFile(join(root(), 'tools/goWeather.json'), 'utf8'))
    expect(written).toMatchObject({ properties: { город: { type: 'string' } } })
    await writeFile(file, 'package main\n\nfunc main() {}\n')
    await expect(ensemble('import', file)).rejects.toMatchObject({
      code: 'import.empty',
      message: expect.stringContaining('This is Go code without a tool that can be read'),
    })
  })

  test('of a list of agents stay with their agents, which become Ideas that run', async () => {
    const file = join(root(), 'agents.json')
    const weather = { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }
    const agents = [
      { name: 'Прогноз', instructions: 'Расскажи о погоде.', tools: [weather], handoffs: ['critic'] },
      { name: 'critic', system: 'Judge the answer.' },
    ]
    await writeFile(file, JSON.stringify(agents))
    expect(await ensemble('import', file)).toBe(0)
    expect(printed).toEqual(['ideas/agent.json', 'ideas/critic.json'])
    expect(told.join('\n')).toContain('hands over to critic')
    const idea: unknown = JSON.parse(await readFile(join(root(), 'ideas/agent.json'), 'utf8'))
    expect(idea).toMatchObject({
      title: 'Прогноз',
      context: [{ text: 'Расскажи о погоде.' }, {}, { tool: { weather: {} } }],
    })
    printed.length = 0
    expect(await ensemble('run', 'critic', '--input', '{"request":"Суди."}')).toBe(0)
    await expect(ensemble('import', file)).rejects.toMatchObject({ code: 'name.taken' })
  })

  test('of OpenAPI bring their HTTP Activity along, in ensemble.json with its format kept', async () => {
    const before = await readFile(join(root(), 'ensemble.json'), 'utf8')
    const file = join(root(), 'api.json')
    const servers = [{ url: 'https://api.example.com' }]
    const paths = { '/ping': { get: { operationId: 'pingService', summary: 'Pings the service.' } } }
    await writeFile(file, JSON.stringify({ openapi: '3.1.0', servers, paths }))
    expect(await ensemble('import', file)).toBe(0)
    const after = await readFile(join(root(), 'ensemble.json'), 'utf8')
    expect(JSON.parse(after)).toMatchObject({
      activities: { http: { pingService: { url: 'https://api.example.com/ping' } } },
    })
    expect(after.startsWith(before.trimEnd().replace(/\s*\}$/, ''))).toBe(true)
    expect(told.join()).toContain('Allow api.example.com under egress.hosts')
  })

  test('that collide, are too large or are missing give one sentence, and nothing is half-done', async () => {
    const file = join(root(), 'tools.txt')
    const tool = (name: string) => ({ name, description: 'x', inputSchema: { type: 'object' } })
    await writeFile(file, JSON.stringify({ tools: [tool('one'), tool('Two'), tool('two')] }))
    await expect(ensemble('import', file)).rejects.toMatchObject({
      code: 'name.taken',
      message: expect.stringContaining('used twice in the text, ignoring case: two'),
    })
    await expect(readFile(join(root(), 'tools/one.json'))).rejects.toMatchObject({ code: 'ENOENT' })
    await writeFile(file, JSON.stringify([{ text: 'x'.repeat(10 * 1024 * 1024) }]))
    await expect(ensemble('import', file)).rejects.toMatchObject({ code: 'json.tooLarge' })
    await writeFile(file, '{ "format": "ensemble-run", "version": 7 }')
    await expect(ensemble('import', file)).rejects.toMatchObject({ code: 'body.invalid' })
    const nothings = [
      '\u0000\u0001 no format at all',
      '{"name":',
      'A sentence of prose.',
      '42',
      '[]',
      '{}',
      '',
      '[{ "name": "researcher" }]',
      '{ "nodes": [{ "data": { "baseClasses": [] } }] }',
    ]
    for (const text of nothings) {
      await writeFile(file, text)
      await expect(ensemble('import', file), text).rejects.toMatchObject({
        code: 'import.empty',
        message: expect.stringMatching(/tools\.txt: .+ Nothing was imported\.$/),
      })
    }
    expect(told).toEqual([])
    await expect(readdir(join(root(), 'tools'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('are read from TypeScript as well', async () => {
    const file = join(root(), 'play.ts.txt')
    await writeFile(file, 'export interface PlayNote { pitch: number; loud?: boolean }')
    expect(await ensemble('import', file)).toBe(0)
    expect(printed).toContain('tools/playNote.json')
  })

  test('are what an Idea is exported to', async () => {
    expect(await ensemble('export', 'greeter', '--to', 'mcp')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ tools: [{ name: 'greetUser' }] })
    const out = join(root(), 'greet.d.ts')
    expect(await ensemble('export', 'greeter', '--to', 'typescript', '--out', out)).toBe(0)
    expect(await readFile(out, 'utf8')).toContain('GreetUserCall')
    expect(await ensemble('export', 'greeter', '--to', 'openai', '--tool', 'nobody')).toBe(1)
    printed.length = 0
    expect(await ensemble('export', 'greeter', '--to', 'openapi')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toMatchObject({
      paths: { '/greetUser': { post: { operationId: 'greetUser' } } },
    })
  })
})

test('validate lists the steps left before an Idea ships', async () => {
  expect(await ensemble('validate')).toBe(0)
  expect(printed.join('\n')).toMatch(
    /Before you ship \(advice, not problems\):\n {2}greeter: \d of 11 checks pass\n {4}to do {11}\w+[^]+can’t tell yet {2}Recorded Calls: No real model has called/u,
  )
})

describe('a workspace and its runs', () => {
  test('are drawn by Mermaid, and packed without what people do not keep', async () => {
    expect(await ensemble('export', '.', '--to', 'mermaid')).toBe(0)
    expect(printed.join('\n')).toMatch(/^flowchart LR\n {2}n0\["Greeter"\]/)
    printed.length = 0
    expect(await ensemble('run', 'greeter', '--json')).toBe(0)
    const { run } = JSON.parse(printed[0] ?? '') as { readonly run: string }
    printed.length = 0
    expect(await ensemble('export', run, '--to', 'mermaid')).toBe(0)
    expect(printed.join('\n')).toMatch(/^sequenceDiagram\n {2}actor p0 as You/)
    printed.length = 0
    expect(await ensemble('export', run, '--to', 'otlp')).toBe(0)
    expect(JSON.parse(printed.join(''))).toHaveProperty('resourceSpans')
    const elsewhere = join(root(), 'elsewhere.json')
    expect(await ensemble('export', run, '--to', 'never-made.json', '--out', elsewhere)).toBe(0)
    expect(JSON.parse(await readFile(elsewhere, 'utf8'))).toMatchObject({ format: 'ensemble-run' })
    printed.length = 0
    expect(await ensemble('export', run, '--to', 'json', '--out', elsewhere)).toBe(0)
    expect(printed).toEqual([expect.stringMatching(/elsewhere\.json: [\d,]+ bytes$/)])
    await expect(ensemble('export', run)).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('export', run, '--html', '--to', 'json')).rejects.toMatchObject({
      code: 'usage',
      message: 'Use either --html or --to json.',
    })
    await expect(ensemble('export', run, '--to', 'json', '--content')).rejects.toMatchObject({
      code: 'usage',
      message: '--content works only with --to otlp, not with json.',
    })
    expect(await ensemble('export', run, '--to', 'hello.txt', '--out', elsewhere)).toBe(0)
    expect(await readFile(elsewhere, 'utf8')).toBe('0123456789')
    await expect(readFile('never-made.json')).rejects.toMatchObject({ code: 'ENOENT' })
    const short = run.slice(0, -2)
    for (const to of ['pdf', 'song.wav', 'typescript'])
      await expect(ensemble('export', short, '--to', to)).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining('or one of its files: hello.txt, page.html'),
      })
    await expect(ensemble('export', 'greeter', '--to', 'pdf')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('export', 'nobody', '--to', 'json')).rejects.toMatchObject({ code: 'run.unknown' })
    const out = join(root(), '..', `${basename(root())}.zip`)
    expect(await ensemble('export', '.', '--to', 'zip', '--out', out)).toBe(0)
    const names = Object.keys(unzipSync(await readFile(out)))
    await rm(out)
    expect(names).toEqual(expect.arrayContaining(['ensemble.json', 'ideas/greeter.json', 'activities/greet.ts']))
    expect(names.some((name) => name.includes('.ensemble/') && name !== '.ensemble/layout.json')).toBe(false)
  })
})
