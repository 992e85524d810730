// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { documentStore } from '../../document/open/document-store.ts'
import { EMPTY_DOCUMENT, openDocument } from '../../document/texts/document.ts'
import { MANIFEST_FILE } from '../../document/texts/files.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { ModelFacts } from './ModelFacts.tsx'
import { say } from './say.ts'

const NAME = 'own/llama'
const manifest = (): unknown => JSON.parse(documentStore.getState().files.get(MANIFEST_FILE)?.text ?? '')

const draw = async (limits: object | undefined, prices: object, more: object = {}) => {
  const model = { name: NAME, simulated: false, endpoint: 'own', default: true, ...(limits && { limits }) }
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({ models: [model], prices: { date: '2026-09-23', currency: 'USD', models: prices } }),
    ),
  )
  const text = JSON.stringify({ version: 1, model: NAME, ...more })
  documentStore.setState(openDocument([{ file: MANIFEST_FILE, text, etag: '"1"' }]))
  const form = await drawForm(<ModelFacts />)
  await vi.waitFor(() => expect(form.box.textContent).toContain(NAME))
  return form
}
afterEach(() => documentStore.setState(EMPTY_DOCUMENT))

describe('the facts of the default model', () => {
  it('are shown where the tables have them', async () => {
    const form = await draw({ contextWindow: 400_000, maxOutput: 128_000 }, { llama: { input: 1.25, output: 10 } })
    expect(form.box.textContent).toMatch(/\$1\.25 input, \$10 output.*400,000.*128,000/)
    expect(form.box.querySelectorAll('button')).toHaveLength(0)
  })

  it('are asked for where they are not known, and saved in ensemble.json', async () => {
    const form = await draw(undefined, {})
    await form.type(say('facts.input'), '0')
    await form.leave(say('facts.input'))
    expect(form.button(say('facts.save')).disabled).toBe(true)
    await form.type(say('facts.output'), '0')
    await form.leave(say('facts.output'))
    await form.type(say('facts.contextWindow'), '16384')
    await form.leave(say('facts.contextWindow'))
    await form.press(say('facts.save'))
    expect(manifest()).toMatchObject({
      prices: { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), models: { [NAME]: { input: 0, output: 0 } } },
      models: { [NAME]: { contextWindow: 16_384 } },
    })
    await vi.waitFor(() => expect(form.box.querySelectorAll('button')).toHaveLength(0))
  })

  it('are never asked for again once a person said that they are not known', async () => {
    const form = await draw(undefined, {})
    await form.press(say('facts.notKnown'))
    expect(manifest()).toMatchObject({ models: { [NAME]: {} } })
    expect(manifest()).not.toHaveProperty('prices')
    expect(form.box.textContent).toContain(say('facts.unknown'))
    const later = await draw({}, {}, { models: { [NAME]: {} } })
    expect(later.box.querySelectorAll('button')).toHaveLength(0)
  })
})
