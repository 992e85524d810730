import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandIn, inFolder, pairsOf, stagesOf } from './dockerfile.mjs'
import { inRoot } from './repo.mjs'

const stages = stagesOf(readFileSync(inRoot('Dockerfile'), 'utf8'))

test('the image runs as another user than root, and keeps everything it writes on its volume', () => {
  const last = stages.at(-1) ?? []
  const of = (/** @type {string} */ name) => last.filter((step) => step.name === name).map(({ text }) => text)
  expect(of('USER')).toEqual(['1000'])
  expect(of('VOLUME')).toEqual(['/data'])
  const env = Object.assign({}, ...of('ENV').map(pairsOf))
  for (const name of ['HOME', 'XDG_DATA_HOME', 'ENSEMBLE_WORKSPACE']) expect(env[name], name).toMatch(/^\/data/)
  expect(of('RUN').join(' ')).not.toContain('curl')
})

test('its commands are lists, which run without a shell between them and the signal', () => {
  for (const name of ['CMD', 'HEALTHCHECK']) {
    const step = stages.at(-1)?.find((each) => each.name === name)
    expect(commandIn(step?.text ?? '').length, name).toBeGreaterThan(1)
  }
  expect(stages.at(-1)?.find(({ name }) => name === 'CMD')?.text).toContain('exec ensemble serve')
})

test('folders of the image are moved into a folder of this machine, addresses are not', () => {
  expect(inFolder('rm -rf /packed /root/.npm && fetch("http://127.0.0.1/data")', '/tmp/x')).toBe(
    'rm -rf /tmp/x/packed /tmp/x/root/.npm && fetch("http://127.0.0.1/data")',
  )
  expect(inFolder('HOME=/data XDG=/data/home', '/r')).toBe('HOME=/r/data XDG=/r/data/home')
})
