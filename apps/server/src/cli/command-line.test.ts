import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { GREETER, GREETER_FILES, RESTARTER_FILES, TALKER } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { withClient } from './with-client.ts'
import { runCommandLine } from './command-line.ts'
import { COMMANDS } from './commands.ts'
import { runCommand } from './run-command.ts'
import { PLAIN } from './terminal.ts'

let root: string
let printed: string[]
const ensemble = (...args: string[]): Promise<number> => runCommandLine([...args, '--workspace', root])

beforeEach(async () => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void printed.push(String(text)))
  root = await makeWorkspace(GREETER_FILES)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(root, { recursive: true, force: true, maxRetries: 3 })
})

describe('the command line', () => {
  test('runs an Idea, prints its output last, and replays and verifies what was recorded', async () => {
    expect(await ensemble('run', 'greeter', '--input', '{"name":"Ada"}', '--json')).toBe(0)
    const events = printed.map((line) => JSON.parse(line) as { readonly type: string; readonly run: string })
    expect(events.at(-1)?.type).toBe('run.completed')
    const id = events[0]?.run ?? ''
    expect(await ensemble('replay', id)).toBe(0)
    expect(printed.at(-1)).toMatch(
      new RegExp(`^${id}  identical: \\d+ events replayed, \\d+ answers? from the record, 0 model requests, \\d+ ms$`),
    )
    expect(await ensemble('verify')).toBe(0)
    expect(printed.at(-1)).toBe('1 run, 0 damaged')
    expect(await ensemble('runs', '--idea', 'greeter', '--status', 'completed', '--limit', '1')).toBe(0)
    expect(printed.at(-1)).toMatch(
      new RegExp(`^${id}  completed  idea://greeter  {"name":"Ada"}  \\d+(\\.\\d)? m?s  20`),
    )
    expect(await ensemble('runs', '--status', 'waiting')).toBe(0)
    expect(printed.at(-1)).toBe('No recorded run matches.')
    expect(await ensemble('runs', '--error', 'limit.turns')).toBe(0)
    expect(printed.at(-1)).toBe('No run failed with limit.turns. No run has failed.')
    await expect(ensemble('runs', '--status', 'done')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('runs', '--limit', '0')).rejects.toMatchObject({ code: 'usage' })
    const short = id.slice(-6)
    expect(await ensemble('replay', short)).toBe(0)
    expect(printed.at(-1)).toMatch(
      new RegExp(`^${id}  identical: \\d+ events replayed, \\d+ answers? from the record, 0 model requests, \\d+ ms$`),
    )
    expect(await ensemble('verify', short)).toBe(0)
    expect(printed.at(-2)).toMatch(`${id}  whole, `)
  })

  test('names files of the workspace that aren’t what they seem', async () => {
    await writeFile(join(root, 'ideas/Support Desk.json'), JSON.stringify(GREETER))
    expect(await ensemble('validate', 'ideas/Support Desk.json', '--format', 'plain')).toBe(0)
    expect(printed.join('\n')).toContain("ideas/Support Desk.json:1:1: warning: This file isn't part of the workspace")
    expect(printed.join('\n')).toContain('such as Support-Desk.json')
    printed = []
    await writeFile(
      join(root, 'ideas/latin.json'),
      Buffer.from(JSON.stringify({ title: 'Café', context: [] }), 'latin1'),
    )
    expect(await ensemble('validate', 'ideas/latin.json', '--format', 'plain')).toBe(1)
    expect(printed.join('\n')).toContain('ideas/latin.json:1:1: error: This file is not UTF-8')
  })

  test('suggests a name for an unknown profile before a run needs it', async () => {
    await writeFile(join(root, 'ensemble.json'), '{"version":1,"profile":"prodution"}')
    expect(await ensemble('validate', 'ensemble.json', '--format', 'plain')).toBe(1)
    expect(printed).toEqual([
      'ensemble.json:1:24: error: There is no profile "prodution"; there are offline, production. Did you mean "production"? [profile.unknown]',
    ])
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1')
    onTestFinished(() => void vi.unstubAllEnvs())
    // With a model the current profile uses it: reading files works, only a run is refused.
    printed = []
    expect(await ensemble('validate', 'ensemble.json', '--format', 'plain')).toBe(1)
    expect(printed).toHaveLength(1)
    await expect(ensemble('run', 'greeter')).rejects.toMatchObject({ code: 'profile.unknown' })
  })

  test.each([
    ['{"version":1,"egres":{"hosts":[]}}', /^ensemble\.json:1:\d+: warning: .*"egress".*\[workspace\.setting\]$/],
    [
      '{"version":1,"limits":{"cots":2}}',
      /^ensemble\.json:1:\d+: warning: .*did you mean "cost".*\[workspace\.setting\]$/,
    ],
    [
      '{"version":1,"profiles":{"staging":{"activities":{"greetUsr":"greetUser"}}}}',
      /^ensemble\.json:1:\d+: warning: profiles\.staging\.activities\.greetUsr: .*Did you mean greetUser\? \[workspace\.setting\]$/,
    ],
    [
      '{"version":1,"profiles":{"staging":{"tools":{"greetUser":[{"to":"","weight":1},{"to":"greetUsr","weight":1}]}}}}',
      /^ensemble\.json:1:\d+: warning: profiles\.staging\.tools\.greetUser\.1: .*Did you mean greetUser\? \[workspace\.setting\]$/,
    ],
  ])('names a setting that nothing reads: %s', async (manifest, warning) => {
    await writeFile(join(root, 'ensemble.json'), manifest)
    expect(await ensemble('validate', 'ensemble.json', '--format', 'plain')).toBe(0)
    expect(printed).toEqual([expect.stringMatching(warning)])
  })

  test.each([
    [Buffer.from('\uFEFF{"name":"Ada"}'), 'is not JSON at line 1, column 1: an invisible byte order mark'],
    [Buffer.from('{"name":"Ren\u00e9"}', 'latin1'), 'is not UTF-8: save it as UTF-8.'],
    [Buffer.from('{\n  "name": "Ada"\n} x'), 'is not JSON at line 3, column 3: '],
  ])('takes no input from a file that says something else than it seems to', async (bytes, reason) => {
    const file = join(root, 'input.json')
    await writeFile(file, bytes)
    await expect(ensemble('run', 'greeter', '--input', `@${file}`)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`${file} of --input ${reason}`),
    })
  })

  test('lists the MCP servers of the workspace and approves what one offers, after showing it', async () => {
    expect(await ensemble('mcp', 'servers')).toBe(0)
    expect(printed).toEqual(['No MCP server is declared in mcp.json.'])
    const command = process.execPath
    const fixture = join(import.meta.dirname, '..', 'mcp', 'fixtures', 'honest.mjs')
    await writeFile(join(root, 'mcp.json'), JSON.stringify({ mcpServers: { files: { command, args: [fixture] } } }))
    expect(await ensemble('mcp', 'servers')).toBe(0)
    expect(printed.at(-1)).toMatch(/^files {12}idle {8}0 tools {2}its tools are not approved/)
    await expect(ensemble('mcp', 'approve', 'files')).rejects.toMatchObject({ code: 'usage' })
    expect(printed.join('\n')).toContain(
      'wipe  new, asks before each Call, waits for a person after a crash\n  Deletes everything.',
    )
    expect(await ensemble('mcp', 'approve', 'files', '--yes')).toBe(0)
    printed = []
    expect(await ensemble('mcp', 'servers', '--json')).toBe(0)
    expect(JSON.parse(printed.join('')).servers).toMatchObject([{ name: 'files', tools: 7, approval: 'current' }])
    await expect(ensemble('mcp', 'approve', 'nobody')).rejects.toMatchObject({ code: 'mcp.unknown' })
    await expect(ensemble('mcp', 'serve')).rejects.toMatchObject({ code: 'usage' })
  })

  test('replays every case for CI: fails and names the turn where a file changes what is asked', async () => {
    expect(await ensemble('replay')).toBe(0)
    expect(printed.at(-1)).toContain('no case')
    printed = []
    await ensemble('run', 'greeter', '--json')
    const { run } = JSON.parse(printed[0] ?? '') as { readonly run: string }
    await withClient({ workspace: root }, (client) => client.call('POST', '/api/cases', { body: { name: 'ada', run } }))
    expect(await ensemble('replay')).toBe(0)
    expect(printed.slice(-2)).toEqual(['passed   ada', '1 case, 1 passed'])
    const [first, ...rest] = GREETER.context
    const changed = { ...GREETER, context: [{ ...first, text: 'Greet them.' }, ...rest] }
    await writeFile(join(root, 'ideas/greeter.json'), JSON.stringify(changed))
    expect(await ensemble('replay', 'ada')).toBe(1)
    expect(printed.join('\n')).toContain('first change: Turn 1 of greeter: the model would see another message')
    printed = []
    expect(await ensemble('replay', 'ada', '--json')).toBe(1)
    expect(JSON.parse(printed.join(''))).toMatchObject({ ok: false, cases: [{ name: 'ada', status: 'failed' }] })
    printed = []
    expect(await ensemble('replay', '--again')).toBe(0)
    expect(printed[0]).toMatch(/^passed {3}ada {2}repeated in run /)
    await expect(ensemble('replay', 'nobody')).rejects.toMatchObject({ code: 'run.unknown' })
  })

  test('a case says of each expectation whether it failed, or needs the model to decide', async () => {
    await ensemble('run', 'greeter', '--json')
    const { run } = JSON.parse(printed[0] ?? '') as { readonly run: string }
    const wanted = [{ type: 'schema', path: '/greeting', schema: { const: 'Bye' } }]
    const kept = { name: 'bye', run, expect: wanted }
    await withClient({ workspace: root }, (client) => client.call('POST', '/api/cases', { body: kept }))
    printed = []
    expect(await ensemble('replay', 'bye')).toBe(1)
    expect(printed[0]).toBe('failed   bye')
    expect(printed[1]).toMatch(/^ {11}failed {7}schema \/greeting: ./)
    expect(printed).toHaveLength(2)
    const [first, ...rest] = GREETER.context
    const changed = { ...GREETER, context: [{ ...first, text: 'Greet them.' }, ...rest] }
    await writeFile(join(root, 'ideas/greeter.json'), JSON.stringify(changed))
    printed = []
    expect(await ensemble('replay', 'bye')).toBe(1)
    expect(printed.join('\n')).toContain('undetermined schema /greeting: the run diverges from its record earlier')
    expect(printed.at(-1)).toBe('Undetermined expectations need the model: ensemble replay --again.')
  })

  test('a case that asks again ends when its run waits for a person and there is no prompt, and says how to decide', async () => {
    await rm(root, { recursive: true, force: true })
    root = await makeWorkspace(RESTARTER_FILES)
    await ensemble('run', 'restarter', '--input', '{"service":"service database"}', '--json')
    const { run } = JSON.parse(printed[0] ?? '') as { readonly run: string }
    expect(await ensemble('approve', run, '--yes')).toBe(0)
    await withClient({ workspace: root }, (client) =>
      client.call('POST', '/api/cases', { body: { name: 'restart', run } }),
    )
    const file = join(root, 'ideas/restarter.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('Restart the service.', 'Restart that service.'))
    expect(await ensemble('replay', '--again')).toBe(1)
    expect(printed.join('\n')).toMatch(/waits for a person before restartService\. Decide with `ensemble approve .+`\./)
  })

  test('says what is wrong in the workspace and fails where it is an error', async () => {
    expect(await ensemble('validate')).toBe(0)
    await rm(root, { recursive: true, force: true })
    root = await makeWorkspace({ 'ideas/one.json': TALKER, 'ideas/two.json': { title: 'x' } })
    expect(await ensemble('validate')).toBe(1)
    expect(await ensemble('validate', join(root, 'ideas/one.json'))).toBe(0)
  })

  test('prints what the model would see', async () => {
    expect(await ensemble('compose', 'greeter', '--wire', 'tools')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ wire: 'tools', body: { model: 'simulated' } })
  })

  test('reports what is wrong to hooks and to code hosts, with the place in the file', async () => {
    await rm(root, { recursive: true, force: true })
    root = await makeWorkspace({ 'ideas/two.json': '{\n  "title": "x",\n  "contxt": []\n}' })
    expect(await ensemble('validate', '--format', 'plain')).toBe(1)
    expect(printed.join('\n')).toMatch(/^ideas\/two\.json:\d+:\d+: error: .+ \[idea\.\w+\]$/m)
    printed = []
    expect(await ensemble('validate', '--format', 'sarif')).toBe(1)
    const [report] = (JSON.parse(printed.join('\n')) as { runs: { results: { level: string }[] }[] }).runs
    expect(report?.results.some(({ level }) => level === 'error')).toBe(true)
    printed = []
    expect(await ensemble('validate', '--json')).toBe(1)
    expect(JSON.parse(printed.join(''))).toContainEqual(expect.objectContaining({ severity: 'error', line: 1 }))
  })

  test('has a help page for every command, without colours outside a terminal', async () => {
    expect(await runCommandLine(['--help'])).toBe(0)
    for (const name of COMMANDS.keys()) {
      expect(printed[0]).toContain(`  ${name}`)
      printed.length = 1
      expect(await runCommandLine([name, '--help'])).toBe(0)
      expect(printed[1]).toContain(`ensemble ${name}`)
      expect(printed[1]).not.toContain('\u001B')
    }
  })

  test('fails clearly when a run waits for a person and there is no prompt, and loses nothing', async () => {
    await rm(root, { recursive: true, force: true })
    root = await makeWorkspace(RESTARTER_FILES)
    expect(await ensemble('run', 'restarter', '--input', '{"service":"service database"}')).toBe(1)
    expect(printed.at(-1)).toMatch(
      /waits for a person before restartService \{"service":"service database"\}.+this command has no prompt/,
    )
    expect(printed.at(-1)).toContain(`answers in the page of \`ensemble serve --workspace ${root}\``)
    // The command's own server is gone with it: its address would lead nowhere.
    expect(printed.join('\n')).not.toContain('http://')
  })

  test('asks for an approval at the prompt, again where the answer cannot be taken', async () => {
    await rm(root, { recursive: true, force: true })
    root = await makeWorkspace(RESTARTER_FILES)
    const answers = ['what?', 'e', '{"service": 7}', 'a']
    const ask = async (): Promise<string> => answers.shift() ?? 'r'
    const terminal = { style: PLAIN, live: undefined, ask }
    const input = '{"service":"service database"}'
    expect(await runCommand({ idea: 'restarter', input, workspace: root }, terminal)).toBe(0)
    expect(printed.join('\n')).toContain('restartService waits for you (approval)')
    expect(answers).toEqual([])
  })

  test('says in plain words what the model will do, and writes a bundle that holds no text of the user', async () => {
    const bundle = join(root, 'bundle.json')
    expect(await ensemble('run', 'greeter', '--input', '{"name":"Zebulon"}', '--json')).toBe(0)
    printed = []
    expect(await ensemble('doctor', '--bundle', bundle)).toBe(0)
    expect(printed.join('\n')).toContain('simulated model answers')
    const text = await readFile(bundle, 'utf8')
    expect(JSON.parse(text)).toMatchObject({ format: 'ensemble-diagnosis', runs: [{ status: 'completed' }] })
    expect(text).not.toContain('Zebulon')
  })

  test('means the workspace that it is called in, where no other is named', async () => {
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(root)
    try {
      expect(await runCommandLine(['compose', 'greeter'])).toBe(0)
      await expect(runCommandLine(['compose', 'producer'])).rejects.toMatchObject({
        code: 'module.unresolved',
        message: expect.stringMatching(
          /^The workspace has no Idea producer\. There (?:is|are) .*\bgreeter\b.* in .+\.$/,
        ),
      })
      printed = []
      expect(await runCommandLine(['completion', 'words', '--', 'run', 'g'])).toBe(0)
      expect(printed).toEqual(['greeter\tIdea'])
    } finally {
      cwd.mockRestore()
    }
  })

  test('explains an error code', async () => {
    expect(await runCommandLine(['explain', 'name.taken'])).toBe(0)
    expect(printed.join('\n')).toMatch(/^name\.taken\n\n.+\n\nWhat to do: /)
    await expect(runCommandLine(['explain', 'taken'])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('there is name.taken'),
    })
    await expect(runCommandLine(['explain', 'name.takne'])).rejects.toThrow('there is name.taken.')
    await expect(runCommandLine(['explain', 'nothing'])).rejects.toThrow('all of them are in docs/errors/README.md.')
  })

  test('tells wrong usage from a failed run', async () => {
    await expect(ensemble('dance')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('vaildate')).rejects.toThrow('There is no command "vaildate"; is it validate?')
    await expect(ensemble('runs', '--statsu', 'x')).rejects.toThrow('is it --status?')
    await expect(ensemble('--json', 'runs')).rejects.toThrow('Name a command before --json: ensemble COMMAND --json …')
    await expect(ensemble('run')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('run', 'greeter', '--inptu', '{}')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('run', 'greeter', 'talker')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('validate', 'ideas/none.json')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('validate', '--format', 'xml')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('run', 'greeter', '--input', '{"name":')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('run', 'nobody')).rejects.toMatchObject({ code: 'module.unresolved' })
  })
})
