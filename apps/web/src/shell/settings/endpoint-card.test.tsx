// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { documentStore } from '../../document/open/document-store.ts'
import { EMPTY_DOCUMENT, openDocument } from '../../document/texts/document.ts'
import { MANIFEST_FILE } from '../../document/texts/files.ts'
import type { Endpoint, Examined } from '../../platform/api/endpoint-client.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { EndpointCard } from './EndpointCard.tsx'
import { KeyField } from './KeyField.tsx'
import { ModelList } from './ModelList.tsx'
import { say } from './say.ts'

const own: Endpoint = {
  name: 'own',
  baseUrl: 'http://127.0.0.1:9/v1',
  source: 'workspace',
  key: 'missing',
  concurrency: 8,
}
const manifest = (): unknown => JSON.parse(documentStore.getState().files.get(MANIFEST_FILE)?.text ?? '')
const sent = vi.fn((_url: string, _init?: RequestInit): Promise<Response> => Promise.reject(new TypeError('no answer')))
/** The paths and bodies of the requests so far. */
const requests = (): readonly (readonly [string, unknown])[] => sent.mock.calls.map(([url, init]) => [url, init?.body])

beforeEach(() => {
  sent.mockClear()
  sent.mockImplementation(() => Promise.resolve(Response.json({ models: ['own/a', 'own/b'] })))
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/api/session' ? Promise.resolve(Response.json({})) : sent(url, init),
  )
  const text = JSON.stringify({ version: 1, model: 'own/a', endpoints: { own: { baseUrl: own.baseUrl } } })
  documentStore.setState(openDocument([{ file: MANIFEST_FILE, text, etag: '"1"' }]))
})
afterEach(() => {
  documentStore.setState(EMPTY_DOCUMENT)
  sessionStore.setState({ model: null })
})

const card = (endpoint: Endpoint = own, asksAtOnce = false) =>
  drawForm(<EndpointCard endpoint={endpoint} examined={[]} asksAtOnce={asksAtOnce} onChanged={() => undefined} />)

describe('the card of an endpoint', () => {
  it('lists models when a person asks, and says so while it waits', async () => {
    let answer = (_response: Response): void => undefined
    sent.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    const form = await card()
    expect(form.box.querySelectorAll('li')).toHaveLength(0)
    await form.press(say('list.ask'))
    expect(form.button(say('list.asking')).disabled).toBe(true)
    await vi.waitFor(() => expect(requests()).toEqual([['/api/endpoints/models', '{"endpoint":"own"}']]))
    answer(Response.json({ models: ['own/a', 'own/b'] }))
    await vi.waitFor(() =>
      expect([...form.box.querySelectorAll('li code')].map((each) => each.textContent)).toEqual(['own/a', 'own/b']),
    )
  })

  it('lists the models of an endpoint that was added just now', async () => {
    const form = await card(own, true)
    await vi.waitFor(() => expect(form.box.querySelectorAll('li')).toHaveLength(2))
  })

  it('saves a new address without slashes at its end, and refuses one that isn’t a web address', async () => {
    const form = await card()
    const label = say('endpoints.baseUrl', { name: 'own' })
    await form.type(label, 'nowhere')
    await form.leave(label)
    expect(form.box.textContent).toContain(say('endpoints.badUrl'))
    expect(manifest()).toMatchObject({ endpoints: { own: { baseUrl: own.baseUrl } } })
    await form.type(label, 'https://api.example.com/v1/')
    await form.leave(label)
    expect(manifest()).toMatchObject({ endpoints: { own: { baseUrl: 'https://api.example.com/v1' } } })
  })

  it('removes the endpoint from ensemble.json, and offers that for none of the environment', async () => {
    const form = await card()
    await form.press(say('endpoints.remove', { name: 'own' }))
    expect(manifest()).not.toHaveProperty('endpoints.own')
    const given = await card({ ...own, name: 'env', source: 'environment' })
    expect(() => given.button(say('endpoints.remove', { name: 'env' }))).toThrow('No button')
    expect(() => given.field(say('endpoints.baseUrl', { name: 'env' }))).toThrow('No field')
  })
})

describe('the models of an endpoint', () => {
  const examined: Examined = {
    model: 'own/b',
    at: '2026-11-23T00:00:00.000Z',
    findings: [{ level: 'limited', about: 'tools', sentence: 'Calls come as text.' }],
  } as unknown as Examined
  const list = (models: readonly string[], onExamined = vi.fn()) =>
    drawForm(
      <ModelList
        name="own"
        models={models}
        examined={[examined]}
        remedies={{ endpoint: own }}
        onExamined={onExamined}
      />,
    )
  const many = Array.from({ length: 30 }, (_, index) => `own/model-${index}`)

  it('can become the default, for the next Run too if one was chosen', async () => {
    sessionStore.setState({ model: 'other/x' })
    const form = await list(['own/a', 'own/b'])
    expect(() => form.button(say('list.makeDefault', { model: 'a' }))).toThrow('No button')
    await form.press(say('list.makeDefault', { model: 'b' }))
    expect(manifest()).toMatchObject({ model: 'own/b' })
    expect(sessionStore.getState().model).toBe('own/b')
  })

  it('are shown twelve at a time and found by any part of their name', async () => {
    const form = await list(many)
    expect(form.box.querySelectorAll('li')).toHaveLength(12)
    expect(form.box.textContent).toContain(say('list.more', { count: 18 }))
    await form.type(say('list.filter', { name: 'own' }), 'MODEL-29')
    expect([...form.box.querySelectorAll('li code')].map((each) => each.textContent)).toEqual(['own/model-29'])
  })

  it('show the verdict of one that was tried, finding by finding', async () => {
    const form = await list(['own/b'])
    expect(form.box.textContent).toContain(say('verdict.limited'))
    expect(form.box.textContent).toContain('Calls come as text.')
  })

  it('explain a try that failed and offer another', async () => {
    sent.mockImplementation(() =>
      Promise.resolve(Response.json({ code: 'model.status', detail: 'It is busy.' }, { status: 502 })),
    )
    const tried = vi.fn()
    const form = await list(['own/a'], tried)
    await form.press(say('list.try', { model: 'a' }))
    await vi.waitFor(() => expect(form.box.textContent).toContain('It is busy.'))
    expect(tried).not.toHaveBeenCalled()
    expect(form.button(say('list.try', { model: 'a' })).disabled).toBe(false)
  })
})

describe('the key of an endpoint', () => {
  const draw = async (endpoint: Endpoint, isOpen = true) => {
    const kept = vi.fn()
    const opened = vi.fn()
    const form = await drawForm(<KeyField endpoint={endpoint} isOpen={isOpen} onOpen={opened} onKept={kept} />)
    return { form, kept, opened }
  }

  it('goes to the store of secrets, and ensemble.json gets its name alone', async () => {
    sent.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })))
    const { form, kept, opened } = await draw(own)
    await form.type(say('key.field', { name: 'own' }), ' sk-0123456789 ')
    await form.press(say('key.keep'))
    await vi.waitFor(() => expect(kept).toHaveBeenCalledOnce())
    expect(requests()).toEqual([['/api/secrets/OWN_KEY', '{"value":"sk-0123456789"}']])
    expect(manifest()).toMatchObject({ endpoints: { own: { key: 'secret://OWN_KEY' } } })
    expect(opened).toHaveBeenCalledExactlyOnceWith(false)
    expect(form.field(say('key.field', { name: 'own' })).value).toBe('')
  })

  it('stays in the field when it cannot be stored', async () => {
    sent.mockImplementation(() =>
      Promise.resolve(Response.json({ code: 'secret.invalid', detail: 'No.' }, { status: 422 })),
    )
    const { form, kept } = await draw(own)
    await form.type(say('key.field', { name: 'own' }), 'sk-0123456789')
    await form.press(say('key.keep'))
    expect(kept).not.toHaveBeenCalled()
    expect(form.field(say('key.field', { name: 'own' })).value).toBe('sk-0123456789')
    expect(JSON.stringify(manifest())).not.toContain('secret://')
  })

  it('is refused while it is too short to be one', async () => {
    const { form } = await draw(own)
    await form.type(say('key.field', { name: 'own' }), 'sk')
    expect(form.button(say('key.keep')).disabled).toBe(true)
  })

  it('can be replaced in the workspace, not where it comes from the environment or a command', async () => {
    const { form, opened } = await draw({ ...own, key: 'given' }, false)
    await form.press(say('key.replace'))
    expect(opened).toHaveBeenCalledExactlyOnceWith(true)
    const others: readonly Endpoint[] = [
      { ...own, source: 'environment' },
      { ...own, tokenCommand: 'print-token', key: 'unapproved' },
    ]
    for (const each of others) expect((await draw(each, false)).form.box.querySelector('button')).toBeNull()
    const { form: command } = await draw({ ...own, tokenCommand: 'print-token', key: 'unapproved' }, false)
    expect(command.box.textContent).toContain('ensemble doctor --approve own')
  })
})
