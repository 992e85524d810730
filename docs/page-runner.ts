import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { runCommandLine } from '../apps/server/src/cli/command-line.ts'
import { openTestServer } from '../apps/server/src/testing/test-server.ts'
import rootPackage from '../package.json' with { type: 'json' }

/**
 * Runs a page of the documentation from top to bottom, in its own workspace:
 *
 * - ```` ```json FILE ````, and `js`, `ts`, `yaml`, `md`, `py`, `txt`, write a file; `ts run` runs a program against the sources, next to the
 *   page's own `NAME.ts`;
 * - ```` ```sh ```` runs lines of `ensemble`; a line that ends in `# exit N` must end so; `npm` must name a script; `cd FOLDER` goes to
 *   another workspace;
 * - ```` ```output ```` is the output of the block before it: line by line, `…` matches anything, order kept;
 * - ```` ```http ```` is a request to the server, a JSON block called `answer` part of what it answers;
 * - other fences are an error: nothing on a page escapes.
 */
export const runPage = async (page: string): Promise<void> => {
  // A folder around the workspace holds what the page writes next to it.
  const around = await mkdtemp(join(tmpdir(), 'ensemble-docs-'))
  let root = join(around, 'docs')
  await mkdir(root)
  await writeFile(join(root, 'ensemble.json'), '{\n  "version": 1,\n  "name": "docs"\n}\n')
  const printed: string[] = []
  const keep = (...texts: readonly unknown[]): void => void printed.push(...texts.map(String).join(' ').split('\n'))
  const spies = [vi.spyOn(console, 'log').mockImplementation(keep), vi.spyOn(console, 'error').mockImplementation(keep)]
  let answer: unknown
  try {
    for (const { kind, name, text, at } of blocksOf(await readFile(page, 'utf8'))) {
      const place = `${page}:${at}`
      if (kind === 'sh') {
        printed.length = 0
        root = await runShell(root, text, place)
      } else if (kind === 'output') checkOutput(printed, text, place)
      else if (kind === 'http') answer = await sendRequest(root, text, place)
      else if (kind === 'json' && name === 'answer') expect(answer, place).toMatchObject(JSON.parse(text) as object)
      else if (kind === 'ts' && name === 'run') {
        printed.length = 0
        await runProgram(root, text)
      } else if (['json', 'js', 'ts', 'yaml', 'md', 'py', 'txt'].includes(kind) && name !== '')
        await writeIn(root, name, text)
      else throw new Error(`${place}: a block of “${kind} ${name}” is run by nothing.`)
    }
  } finally {
    for (const spy of spies) spy.mockRestore()
    await rm(around, { recursive: true, force: true, maxRetries: 3 })
  }
}

interface Block {
  readonly kind: string
  readonly name: string
  readonly text: string
  /** The line of its fence, from 1. */
  readonly at: number
}

const blocksOf = (page: string): readonly Block[] =>
  [...page.matchAll(/^```(\w+)(?: +(\S+))?\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: kind = '', 2: name = '', 3: text = '' }) => ({
      kind,
      name,
      text,
      at: page.slice(0, index).split('\n').length,
    }),
  )

const writeIn = async (root: string, file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), text)
}

/** Words as a shell parts them: quotes keep spaces. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )

/** `RUN` is the newest run. */
const withRun = async (root: string, line: string): Promise<string> => {
  if (!/\bRUN\b/.test(line)) return line
  const server = await openTestServer(root)
  const { items } = await server.deps.journal.runs.list({ limit: 1 })
  await server.stop()
  return line.replaceAll(/\bRUN\b/g, items[0]?.id ?? 'RUN')
}

/** Resolves to the folder that the next lines are in. */
const runShell = async (from: string, text: string, place: string): Promise<string> => {
  let root = from
  // Approvals of a page are forgotten with its folder.
  vi.stubEnv('XDG_DATA_HOME', join(root, '.data'))
  for (const written of text.replaceAll('\\\n', ' ').trim().split('\n')) {
    const [, line = '', wanted = '0'] = /^(.*?)(?:\s+# exit (\d))?$/.exec(written) ?? []
    const [program, ...args] = wordsOf(await withRun(root, line))
    if (program === 'npm') {
      const script = args[0] === 'run' ? args[1] : args[0]
      expect(Object.keys(rootPackage.scripts), place).toContain(script)
    } else if (program === 'cd') root = join(root, args[0] ?? '')
    else if (program === 'git') await promisify(execFile)('git', args, { cwd: root })
    else if (program === 'ensemble') {
      // The one command that makes a workspace instead of working in one.
      if (args[0] === 'new') {
        const [, folder = '', ...flags] = args
        expect(await runCommandLine(['new', join(root, folder), ...flags]), `${place}: ${line}`).toBe(Number(wanted))
        continue
      }
      const at = args.map((word) =>
        /^\.\.\/[\w./-]+$|^(@)?[\w./-]+\.(json|csv|zip|sarif|txt|mmd|md|yaml|ts|py|rivet-project)$/.test(word)
          ? inFolder(root, word)
          : word,
      )
      const code = await runCommandLine([...at, ...(NO_WORKSPACE.includes(at[0]) ? [] : ['--workspace', root])])
      expect(code, `${place}: ${line}`).toBe(Number(wanted))
    } else throw new Error(`${place}: nothing runs “${program}”.`)
  }
  return root
}

/** Commands that are in no workspace. */
const NO_WORKSPACE: readonly (string | undefined)[] = ['completion', 'restore']

/** Files of a page lie in its workspace; `FILE` and `@FILE` lead there. */
const inFolder = (root: string, word: string): string =>
  word.startsWith('@') ? `@${join(root, word.slice(1))}` : join(root, word)

const checkOutput = (printed: readonly string[], text: string, place: string): void => {
  let from = 0
  for (const line of text.trimEnd().split('\n')) {
    const pattern = new RegExp(
      `^\\s*${line
        .trim()
        .split('…')
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'))
        .join('.*')}\\s*$`,
    )
    const found = printed.findIndex((each, index) => index >= from && pattern.test(each))
    expect(found, `${place}: “${line}” is not printed, but:\n${printed.join('\n')}`).not.toBe(-1)
    from = found + 1
  }
}

const sendRequest = async (root: string, text: string, place: string): Promise<unknown> => {
  const [first = '', ...rest] = (await withRun(root, text)).split('\n')
  const [method = '', path = ''] = first.split(' ')
  const body = rest.join('\n').trim()
  const server = await openTestServer(root)
  const settle = async (): Promise<void> => {
    const { items } = await server.deps.journal.runs.list({ limit: 1 })
    if (items[0] !== undefined) await (await server.deps.executor()).settled(items[0].id)
  }
  try {
    // A waiting run keeps waiting here, as after a restart.
    await server.deps.warmUp()
    await settle()
    const response = await server.ask(method, path, body === '' ? undefined : body)
    const said = await response.text()
    expect(response.ok, `${place}: ${response.status} ${said}`).toBe(true)
    await settle()
    return said === '' ? undefined : JSON.parse(said)
  } finally {
    await server.stop()
  }
}

/** Runs a program as a file of this repository, so that it finds the packages as a user's own would. */
const runProgram = async (root: string, text: string): Promise<void> => {
  const folder = await mkdtemp(join(import.meta.dirname, '.run-'))
  const before = process.cwd()
  try {
    for (const file of await readdir(root))
      if (file.endsWith('.ts')) await copyFile(join(root, file), join(folder, file))
    await writeFile(join(folder, 'program.ts'), text)
    // The page's workspace is the program's current folder.
    process.chdir(root)
    await import(/* @vite-ignore */ join(folder, 'program.ts'))
  } finally {
    process.chdir(before)
    await rm(folder, { recursive: true, force: true })
  }
}
