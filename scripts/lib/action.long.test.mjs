import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from 'js-yaml'
import { ensureBuilt } from './build.mjs'
import { inRoot } from './repo.mjs'

/** @typedef {{ name: string, run?: string, env?: Record<string, string> }} Step */
const action = /** @type {{ inputs: Record<string, { default: string }>, runs: { steps: readonly Step[] } }} */ (
  load(readFileSync(inRoot('action.yml'), 'utf8')) // as GitHub reads it
)
const folder = mkdtempSync(join(tmpdir(), 'ensemble-action-'))
const temp = join(folder, 'temp')
const workspace = join(folder, 'repository', 'agents')
const outputs = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }

beforeAll(async () => {
  await ensureBuilt({ folders: ['packages/core', 'apps/server'] })
  for (const made of [join(temp, 'ensemble', 'bin'), join(workspace, 'ideas')]) mkdirSync(made, { recursive: true })
  const command = join(temp, 'ensemble', 'bin', 'ensemble')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${inRoot('apps/server/bin/ensemble.mjs')}" "$@"\n`)
  chmodSync(command, 0o755)
  writeFileSync(join(workspace, 'ensemble.json'), '{ "version": 1, "name": "agents" }')
  spawnSync('git', ['init', '--quiet'], { cwd: join(folder, 'repository') })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the step as the runner does: its inputs, then bash with -e and pipefail. @param {string} name @param {Record<string, string>} inputs */
function runStep(name, inputs) {
  const step = action.runs.steps.find((each) => each.name === name)
  const given = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([key, input]) => [key, input.default])),
    ...inputs,
  }
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([key, value]) => [
      key,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_all, input) => given[input] ?? ''),
    ]),
  )
  for (const file of Object.values(outputs)) writeFileSync(file, '')
  const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''], {
    cwd: join(folder, 'repository'),
    encoding: 'utf8',
    env: { ...process.env, CI: 'true', HOME: folder, XDG_DATA_HOME: folder, RUNNER_TEMP: temp, ...outputs, ...env },
  })
  return { status, stdout }
}
/** @param {string} file */
const report = (file) => readFileSync(join(temp, 'ensemble-reports', file), 'utf8')

test('the check of the action passes, and leaves its reports for other steps', () => {
  writeFileSync(
    join(workspace, 'ideas', 'greeter.json'),
    JSON.stringify({ title: 'Greeter', description: 'Greets.', context: [{ type: 'text', text: 'Greet.' }] }),
  )
  expect(runStep('Check', { workspace: 'agents', package: 'given' })).toMatchObject({ status: 0 })
  expect(readFileSync(outputs.GITHUB_OUTPUT, 'utf8')).toBe(`reports=${join(temp, 'ensemble-reports')}\n`)
  expect(readFileSync(outputs.GITHUB_STEP_SUMMARY, 'utf8')).toContain('Ensemble: 0 cases')
  for (const file of ['validate.xml', 'replay.xml', 'prove.xml']) expect(report(file)).toContain('failures="0"')
})

test('the check of the action fails with the place of the fault in the repository, after all three checks', () => {
  writeFileSync(join(workspace, 'ideas', 'broken.json'), '{\n  "contxt": []\n}\n')
  rmSync(join(temp, 'ensemble-reports'), { recursive: true })
  const { status, stdout } = runStep('Check', { workspace: 'agents', package: 'given', 'require-cases': 'true' })
  expect(status).toBe(1)
  expect(stdout).toMatch(/^::error file=agents\/ideas\/broken\.json,line=\d/m)
  expect(report('validate.sarif')).toContain('"uri": "agents/ideas/broken.json"')
  expect(report('prove.xml')).toContain('ensemble prove')
})
