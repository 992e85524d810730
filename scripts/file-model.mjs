// `npm run file-model`: packs the command, installs it into an empty folder next to the real package node-llama-cpp, makes a tiny model
// (lib/tiny-gguf.mjs) the workspace's by `ensemble model`, and runs an Idea with it. Linux on x64: only that program of the package is installed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { packTo } from './lib/pack/pack-to.mjs'
import { stagePackages } from './lib/pack/stage.mjs'
import { run } from './lib/run.mjs'
import { tinyGguf } from './lib/tiny-gguf.mjs'

const VERSION = '3.22.1'
const IDEA = {
  context: [{ type: 'text', role: 'system', text: 'Greet the person.' }],
  schema: {
    type: 'object',
    properties: { greeting: { type: 'string', maxLength: 40 }, mood: { enum: ['glad', 'calm'] } },
    required: ['greeting', 'mood'],
  },
}

const folder = mkdtempSync(join(tmpdir(), 'ensemble-file-model-'))
const workspace = join(folder, 'workspace')
const env = { ...process.env, HOME: folder, XDG_DATA_HOME: join(folder, 'data') }

/** @param {string} program @param {readonly string[]} args @param {string} [cwd] */
async function step(program, args, cwd = folder) {
  const { code, output } = await run(program, args, { cwd, quiet: true, env })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\n${output}`)
  return output
}

try {
  await ensureBuilt()
  const staged = stagePackages(join(folder, 'staged'))
  const { file } = await packTo(staged.command, folder)
  const inner = join(folder, 'command')
  mkdirSync(inner)
  for (const place of [folder, inner]) writeFileSync(join(place, 'package.json'), '{ "private": true }')
  const install = ['install', '--ignore-scripts', '--loglevel=error']
  await step('npm', [...install, file], inner)
  // Its optional packages are programs for graphics cards: 700 MB.
  const packages = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/linux-x64@${VERSION}`]
  await step('npm', [...install, '--omit=optional', ...packages])
  mkdirSync(join(workspace, 'ideas'), { recursive: true })
  mkdirSync(join(workspace, 'models'))
  writeFileSync(join(workspace, 'ensemble.json'), '{ "version": 1, "name": "file-model" }')
  writeFileSync(join(workspace, 'ideas', 'greet.json'), JSON.stringify(IDEA))
  writeFileSync(join(workspace, 'models', 'tiny.gguf'), tinyGguf())
  const ensemble = join(inner, 'node_modules', '.bin', 'ensemble')
  console.log(await step(ensemble, ['model', join(workspace, 'models', 'tiny.gguf'), '--workspace', workspace]))
  const output = await step(ensemble, ['run', 'greet', '--workspace', workspace])
  if (!/"mood": ?"(glad|calm)"/.test(output)) throw new Error(`The answer does not fit the Idea:\n${output}`)
  console.log(output)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
