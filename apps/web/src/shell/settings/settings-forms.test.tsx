// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { documentStore } from '../../document/open/document-store.ts'
import { EMPTY_DOCUMENT, openDocument } from '../../document/texts/document.ts'
import { MANIFEST_FILE } from '../../document/texts/files.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { AddEndpoint, isBaseUrl } from './AddEndpoint.tsx'
import { t } from '../../platform/i18n/index.ts'
import { EgressSection } from './EgressSection.tsx'
import { EndpointCard } from './EndpointCard.tsx'
import { ProfilesSection } from './ProfilesSection.tsx'
import { linesOf, ReachFields, textsOf } from './ReachFields.tsx'
import { RunsSection } from './RunsSection.tsx'
import { say } from './say.ts'

const opened = (manifest: object): void =>
  documentStore.setState(
    openDocument([{ file: MANIFEST_FILE, text: JSON.stringify({ version: 1, ...manifest }), etag: '"1"' }]),
  )
const manifest = (): unknown => JSON.parse(documentStore.getState().files.get(MANIFEST_FILE)?.text ?? '')

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ refused: [] })))
  opened({})
})
afterEach(() => documentStore.setState(EMPTY_DOCUMENT))

describe('the base URL of an endpoint', () => {
  it.each(['https://api.example.com/v1', 'http://127.0.0.1:11434/v1', 'https://a.example/v1?api-version=1'])(
    'may be %s',
    (url) => expect(isBaseUrl(url)).toBe(true),
  )
  it.each([
    ['no scheme', 'api.example.com/v1'],
    ['another scheme', 'ftp://api.example.com'],
    ['a password', 'https://user:secret@api.example.com/v1'],
    ['a key in its query', 'https://api.example.com/v1?key=secret'],
    ['another key in its query', 'https://api.example.com/v1?v=1&api_key=secret'],
    ['a fragment', 'https://api.example.com/v1#models'],
  ])('is refused with %s', (_, url) => expect(isBaseUrl(url)).toBe(false))
})

describe('the form for an endpoint', () => {
  it('writes the endpoint to ensemble.json without slashes at its end, then is empty again', async () => {
    const added = vi.fn()
    const form = await drawForm(<AddEndpoint taken={[]} onAdded={added} />)
    await form.type(say('endpoints.addName'), 'local')
    await form.type(say('endpoints.addUrl'), 'http://127.0.0.1:11434/v1//')
    await form.press(say('endpoints.addSubmit'))
    expect(manifest()).toEqual({ version: 1, endpoints: { local: { baseUrl: 'http://127.0.0.1:11434/v1' } } })
    expect(added).toHaveBeenCalledWith('local')
    expect(form.field(say('endpoints.addName')).value).toBe('')
  })

  it('is filled in for a known provider, whose key goes to the store of secrets and only its name to ensemble.json', async () => {
    const sent = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response(null, { status: 204 })))
    vi.stubGlobal('fetch', sent)
    const form = await drawForm(<AddEndpoint taken={['groq']} onAdded={() => undefined} />)
    await form.choose(say('endpoints.preset'), 'Groq')
    expect(form.field(say('endpoints.addName')).value).toBe('groq2')
    await form.type(say('endpoints.addKey'), 'gsk-0123456789')
    await form.press(say('endpoints.addSubmit'))
    expect(manifest()).toMatchObject({
      endpoints: { groq2: { baseUrl: 'https://api.groq.com/openai/v1', key: 'secret://GROQ2_KEY' } },
    })
    const [url, init] = sent.mock.lastCall ?? []
    expect([url, init?.body]).toEqual(['/api/secrets/GROQ2_KEY', JSON.stringify({ value: 'gsk-0123456789' })])
  })

  it('refers to the variable that the provider’s own tools read', async () => {
    const form = await drawForm(<AddEndpoint taken={[]} onAdded={() => undefined} />)
    await form.choose(say('endpoints.preset'), 'Groq')
    await form.press(say('endpoints.addSubmit'))
    expect(manifest()).toMatchObject({ endpoints: { groq: { key: 'secret://GROQ_API_KEY' } } })
  })

  it('says that a name is taken, whatever its case, and adds nothing', async () => {
    const form = await drawForm(<AddEndpoint taken={['Local']} onAdded={() => undefined} />)
    await form.type(say('endpoints.addName'), 'local')
    await form.type(say('endpoints.addUrl'), 'http://127.0.0.1/v1')
    expect(form.box.textContent).toContain(say('endpoints.takenName'))
    expect(form.button(say('endpoints.addSubmit')).disabled).toBe(true)
  })
})

describe('an endpoint that fails', () => {
  const refused = (status: number, detail: string): void => {
    const answer = { code: 'model.status', detail, answered: status }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer, { status: 502 })))
  }
  const card = async (baseUrl: string) => {
    opened({ endpoints: { own: { baseUrl } } })
    const endpoint = { name: 'own', baseUrl, source: 'workspace', key: 'given', concurrency: 8 } as const
    const form = await drawForm(
      <EndpointCard endpoint={endpoint} examined={[]} asksAtOnce={false} onChanged={() => undefined} />,
    )
    await form.press(say('list.ask'))
    await vi.waitFor(() => form.button(t('app.retry')))
    return form
  }

  it('offers the address with a version where it answers 404 without one', async () => {
    refused(404, 'answered with status 404')
    const form = await card('http://127.0.0.1:9')
    await form.press(say('remedy.use', { url: 'http://127.0.0.1:9/v1' }))
    expect(manifest()).toMatchObject({ endpoints: { own: { baseUrl: 'http://127.0.0.1:9/v1' } } })
  })

  it('opens the field for the key where the key is refused', async () => {
    refused(401, 'does not accept the key')
    const form = await card('http://127.0.0.1:9/v1')
    expect(form.box.textContent).toContain(say('remedy.key'))
    await form.press(say('remedy.openKey'))
    expect(form.field(say('key.field', { name: 'own' })).value).toBe('')
  })
})

describe('headers and parameters of an endpoint', () => {
  it('are written one per line and read back alike', () => {
    expect(textsOf('api-key: secret://AZURE\n\nX-Title : My: app ')).toEqual({
      'api-key': 'secret://AZURE',
      'X-Title': 'My: app',
    })
    expect(textsOf(linesOf({ a: 'b', c: 'd: e' }))).toEqual({ a: 'b', c: 'd: e' })
    expect(textsOf('nothing')).toBeUndefined()
  })

  it('are in ensemble.json as soon as the field is left, and gone when it is emptied', async () => {
    opened({ endpoints: { azure: { baseUrl: 'https://a.example' } } })
    const form = await drawForm(<ReachFields name="azure" />)
    await form.type(say('reach.headers'), 'api-key: secret://AZURE')
    await form.leave(say('reach.headers'))
    expect(manifest()).toMatchObject({ endpoints: { azure: { headers: { 'api-key': 'secret://AZURE' } } } })
    await form.type(say('reach.headers'), '')
    await form.leave(say('reach.headers'))
    expect(manifest()).toEqual({ version: 1, endpoints: { azure: { baseUrl: 'https://a.example' } } })
  })
})

describe('the fallback and limits of an endpoint', () => {
  it('have its authority next to them, for https only', async () => {
    opened({ endpoints: { own: { baseUrl: 'https://a.example' }, plain: { baseUrl: 'http://a.example' } } })
    for (const name of ['own', 'plain']) {
      const form = await drawForm(<ReachFields name={name} />)
      await form.type(say('reach.ca'), 'certs/company.pem')
      await form.leave(say('reach.ca'))
      expect(form.box.textContent?.includes(say('reach.caWithoutHttps'))).toBe(name === 'plain')
    }
    expect(manifest()).toMatchObject({ endpoints: { own: { ca: 'certs/company.pem' } } })
  })

  it('are in ensemble.json as soon as the field is left, and gone when it is emptied', async () => {
    const own = { baseUrl: 'https://a.example' }
    opened({ endpoints: { own, other: own } })
    const form = await drawForm(<ReachFields name="own" />)
    const write = async (label: string, text: string): Promise<void> => {
      await form.type(label, text)
      await form.leave(label)
    }
    await write(say('reach.fallback'), 'other/large\nother/small')
    await write(say('reach.requestsPerMinute'), '60')
    await write(say('reach.tokensPerMinute'), '100000')
    expect(manifest()).toMatchObject({
      endpoints: {
        own: {
          fallback: ['other/large', 'other/small'],
          limits: { requestsPerMinute: 60, tokensPerMinute: 100_000 },
        },
      },
    })
    await write(say('reach.fallback'), 'gone/model')
    expect(form.box.textContent).toContain(say('reach.badFallback', { name: 'gone/model' }))
    await write(say('reach.fallback'), '')
    await write(say('reach.requestsPerMinute'), '')
    await write(say('reach.tokensPerMinute'), '')
    expect(manifest()).toEqual({ version: 1, endpoints: { own, other: own } })
  })
})

describe('the hosts that Tools may reach', () => {
  it('are added in lower case and removed by their button', async () => {
    opened({ egress: { hosts: ['a.example'] } })
    const form = await drawForm(<EgressSection />)
    await form.type(say('egress.host'), 'API.example.com:8443')
    await form.press(say('egress.add'))
    expect(manifest()).toMatchObject({ egress: { hosts: ['a.example', 'api.example.com:8443'] } })
    await form.press(say('egress.remove', { host: 'a.example' }))
    expect(manifest()).toMatchObject({ egress: { hosts: ['api.example.com:8443'] } })
  })

  it.each(['https://a.example', 'a.example/path', '*.example', 'a b'])('are names, not %s', async (text) => {
    const form = await drawForm(<EgressSection />)
    await form.type(say('egress.host'), text)
    expect(form.box.textContent).toContain(say('egress.bad'))
    expect(form.button(say('egress.add')).disabled).toBe(true)
  })

  it('are each listed once', async () => {
    opened({ egress: { hosts: ['A.example'] } })
    const form = await drawForm(<EgressSection />)
    await form.type(say('egress.host'), 'a.EXAMPLE')
    expect(form.box.textContent).toContain(say('egress.taken'))
  })
})

describe('the settings of runs', () => {
  it('write a duration when its field is left, and nothing while it is typed', async () => {
    const form = await drawForm(<RunsSection />)
    await form.type(say('runs.expire'), 'P7D')
    expect(manifest()).toEqual({ version: 1 })
    await form.leave(say('runs.expire'))
    expect(manifest()).toEqual({ version: 1, approvals: { expireAfter: 'P7D' } })
  })

  it.each(['7 days', 'P', 'PT', 'P0D', 'P1M', 'P99999999999999W'])('refuse the duration %s', async (text) => {
    const form = await drawForm(<RunsSection />)
    await form.type(say('runs.expire'), text)
    await form.leave(say('runs.expire'))
    expect(form.box.textContent).toContain(say('runs.badDuration'))
    expect(manifest()).toEqual({ version: 1 })
  })

  it('take half a day, but only whole Runs', async () => {
    const form = await drawForm(<RunsSection />)
    await form.type(say('runs.days'), '0.5')
    await form.leave(say('runs.days'))
    await form.type(say('runs.newest'), '2.5')
    await form.leave(say('runs.newest'))
    expect(manifest()).toEqual({ version: 1, retention: { days: 0.5 } })
  })

  it('leave no member behind when a field is emptied', async () => {
    opened({ approvals: { expireAfter: 'P7D' } })
    const form = await drawForm(<RunsSection />)
    await form.type(say('runs.expire'), '')
    await form.leave(say('runs.expire'))
    expect(JSON.stringify(manifest())).not.toContain('expireAfter')
  })
})

describe('the profiles', () => {
  it('are those of the product and those of ensemble.json; only the latter can be removed', async () => {
    opened({ profiles: { staging: {} } })
    const form = await drawForm(<ProfilesSection />)
    expect([...form.box.querySelectorAll('code')].map((each) => each.textContent)).toEqual([
      'offline',
      'production',
      'staging',
    ])
    expect(() => form.button(say('profiles.remove', { name: 'offline' }))).toThrow('No button')
    await form.press(say('profiles.remove', { name: 'staging' }))
    expect(JSON.stringify(manifest())).not.toContain('staging')
  })

  it('cannot take the name of another', async () => {
    const form = await drawForm(<ProfilesSection />)
    await form.type(say('profiles.name'), 'Production')
    expect(form.box.textContent).toContain(say('profiles.taken'))
  })
})
