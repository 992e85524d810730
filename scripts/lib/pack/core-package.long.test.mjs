import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../build.mjs'
import { binOf, inRoot } from '../repo.mjs'
import { runNode } from '../run.mjs'
import { findFaults } from './faults.mjs'
import { audioManifest, bundledManifest, commandManifest, coreManifest } from './manifests.mjs'
import { packTo } from './pack-to.mjs'
import { stageCore } from './stage.mjs'
import { CJS_PROGRAM, ESM_PROGRAM, STRICT_RULES, TYPED_PROGRAM } from './trial-programs.mjs'

const folder = mkdtempSync(join(tmpdir(), 'ensemble-packed-'))
const core = join(folder, 'node_modules', '@ensemble', 'core')

beforeAll(async () => {
  await ensureBuilt({ folders: ['packages/core'] })
  stageCore(core)
  symlinkSync(inRoot('packages/core/node_modules'), join(core, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} name @param {string} text */
function write(name, text) {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
/** @param {string} file @param {...string} args */
const node = (file, ...args) => runNode(file, args, { quiet: true, cwd: folder })

test('the packed core has all that its manifest names, and types for each way to import it', async () => {
  const packed = await packTo(core, folder)
  expect(await findFaults(core, packed.file)).toEqual([])
  expect(readFileSync(join(core, 'dist', 'index.js'), 'utf8')).toContain('sourceMappingURL')
  expect(existsSync(join(core, 'dist', 'index.js.map'))).toBe(true)
})

test('a program imports the packed core, and another one requires it', async () => {
  expect(await node(write('program.mjs', ESM_PROGRAM))).toEqual({ code: 0, output: 'Hello, Ada!\n' })
  expect(await node(write('program.cjs', CJS_PROGRAM))).toEqual({ code: 0, output: 'Hello, Ada!\n' })
})

test('a strict program is type-checked against the declarations of the packed core, not its sources', async () => {
  write('program.ts', TYPED_PROGRAM)
  write('tsconfig.json', JSON.stringify({ compilerOptions: STRICT_RULES, include: ['*.ts'] }))
  expect(await node(binOf('typescript', 'tsc'), '-p', folder)).toEqual({ code: 0, output: '' })
})

test('a Journal of another program is held to the suite of the packed core', async () => {
  mkdirSync(join(folder, 'journal'))
  symlinkSync(inRoot('node_modules/vitest'), join(folder, 'node_modules', 'vitest'), 'junction')
  write(
    'journal/mine.test.mjs',
    `import { createMemoryJournal } from '@ensemble/core'
import { journalContract } from '@ensemble/core/testing'
journalContract('mine', async () => ({ journal: createMemoryJournal(), close: async () => {} }))`,
  )
  const { code, output } = await node(binOf('vitest'), 'run', '--root', folder)
  expect(output).toMatch(/Tests\s+\d+ passed/)
  expect(code).toBe(0)
})

test('no package of ours names a version that only this repository understands', () => {
  for (const manifest of [commandManifest(), audioManifest()])
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(commandManifest().bundleDependencies).toEqual(['@ensemble/core', '@ensemble/audio'])
})

test('the command names each dependency of the packages inside it, and they name none, so that npm installs them all', () => {
  const { dependencies } = commandManifest()
  for (const inside of [coreManifest(), audioManifest()]) {
    for (const name of Object.keys(inside.dependencies)) expect(dependencies).toHaveProperty([name])
    expect(Object.keys(bundledManifest(inside)).filter((field) => /dependencies/i.test(field))).toEqual([])
  }
})
