// @vitest-environment happy-dom
import type { JsonObject } from '@ensemble/core'
import { afterEach, describe, expect, it } from 'vitest'
import { documentStore } from '../../document/open/document-store.ts'
import { EMPTY_DOCUMENT, openDocument } from '../../document/texts/document.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { ConfigSection } from './ConfigSection.tsx'
import { say } from './say.ts'

const FILE = 'ideas/a.json'
const idea = (): { readonly config?: JsonObject } =>
  JSON.parse(documentStore.getState().files.get(FILE)?.text ?? '{}') as { readonly config?: JsonObject }

/** The section follows its file, as in the inspector. */
const Followed = () => {
  useRecord(FILE)
  return <ConfigSection file={FILE} config={idea().config ?? {}} />
}
const draw = (config?: JsonObject) => {
  documentStore.setState(openDocument([{ file: FILE, text: JSON.stringify({ config, context: [] }), etag: '"1"' }]))
  return drawForm(<Followed />)
}
afterEach(() => documentStore.setState(EMPTY_DOCUMENT))

const fill = async (form: Awaited<ReturnType<typeof draw>>, label: string, text: string): Promise<void> => {
  await form.type(label, text)
  await form.leave(label)
}

describe('the model settings of an Idea', () => {
  it('are folded while all come from the workspace, and open once one is set', async () => {
    const isOpen = ({ box }: { readonly box: HTMLElement }): boolean => box.querySelector('details')?.open === true
    expect(isOpen(await draw({}))).toBe(false)
    expect(isOpen(await draw({ seed: 7 }))).toBe(true)
  })

  it.each([
    ['config.maxOutputTokens', '400', { maxOutputTokens: 400 }],
    ['config.seed', '7', { seed: 7 }],
    ['config.seed', 'spring', { seed: 'spring' }],
    ['config.effort', 'high', { reasoning: { effort: 'high' } }],
    ['config.topP', '0,5', { topP: 0.5 }],
    ['config.serviceTier', 'flex', { serviceTier: 'flex' }],
    ['config.stop', 'END', { stop: 'END' }],
    ['config.stop', 'END\n\nSTOP', { stop: ['END', 'STOP'] }],
  ] as const)('write %s %j when the field is left', async (label, text, config) => {
    const form = await draw()
    await fill(form, say(label), text)
    expect(idea().config).toEqual(config)
  })

  it.each([
    ['config.maxOutputTokens', '-1'],
    ['config.maxOutputTokens', 'many'],
    ['config.topP', '2'],
  ] as const)('write nothing for %s %j', async (label, text) => {
    const form = await draw()
    await fill(form, say(label), text)
    expect(idea().config ?? {}).toEqual({})
  })

  it('give a choice back to the workspace', async () => {
    const form = await draw({ wire: 'tools' })
    await form.choose(say('config.wire'), 'json')
    expect(idea().config).toEqual({ wire: 'json' })
    await form.choose(say('config.wire'), '')
    expect(idea().config ?? {}).toEqual({})
  })

  it('keep the other options of the composition when questions are switched', async () => {
    const form = await draw({ composition: { reasoning: false } })
    const box = form.field(say('config.questions'))
    box.click()
    expect(idea().config).toEqual({ composition: { reasoning: false, questions: true } })
    box.click()
    expect(idea().config).toEqual({ composition: { reasoning: false } })
  })
})
