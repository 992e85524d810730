import { useState } from 'react'
import { findLocalServers, type Endpoint, type LocalServer } from '../../platform/api/endpoint-client.ts'
import { freeName } from '../../document/texts/files.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { t } from '../../platform/i18n/index.ts'
import { notify } from '../../platform/session/notify.ts'
import { AddEndpoint } from './AddEndpoint.tsx'
import { EndpointCard } from './EndpointCard.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { useEndpoints } from './use-endpoints.ts'
import { objectAt, setManifest, useManifest } from '../../document/open/use-manifest.ts'

const nameFor = (server: LocalServer, taken: readonly string[]): string =>
  freeName(server.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), taken)

/** Programs whose limits a first run would meet, by name. */
const QUIRKS = { Ollama: 'ollama', 'LM Studio': 'lmStudio', 'llama.cpp': 'llamaCpp', vLLM: 'vllm' } as const
const isQuirk = (name: string): name is keyof typeof QUIRKS => Object.hasOwn(QUIRKS, name)

/** A server of this machine wants no key as a rule; any other is asked once it has its key. */
const isReachable = ({ baseUrl, key }: Endpoint): boolean =>
  key === 'given' || /^https?:\/\/(127\.|localhost|\[::1\])/.test(baseUrl)

/** Where models are asked: addresses, keys, and what each model did when it was tried. */
export function EndpointsSection() {
  const declared = objectAt(useManifest(), 'endpoints')
  const { endpoints, examined, problem, again } = useEndpoints()
  const [found, setFound] = useState<readonly LocalServer[] | null>(null)
  const [isFinding, setFinding] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  const names = Object.keys(declared)

  const find = async (): Promise<void> => {
    setFinding(true)
    try {
      setFound(await findLocalServers())
    } catch (error) {
      notify.refusal(error)
    } finally {
      setFinding(false)
    }
  }
  const isUsed = ({ baseUrl }: LocalServer): boolean => endpoints.some((each) => each.baseUrl === baseUrl)

  return (
    <Part
      name="endpoints"
      title={say('endpoints.title')}
      hint={say('endpoints.hint')}
      action={
        <Button size="small" disabled={isFinding} onClick={() => void find()}>
          {say(isFinding ? 'endpoints.finding' : 'endpoints.find')}
        </Button>
      }
    >
      {problem !== null && (
        <p className={css.problem} role="alert">
          {say('failed', { reason: problem })}{' '}
          <Button size="small" onClick={again}>
            {t('app.retry')}
          </Button>
        </p>
      )}
      {found !== null && (
        <ul className={css.found} aria-live="polite">
          {found.length === 0 && <li className={css.hint}>{say('endpoints.foundNone')}</li>}
          {found.map((server) => (
            <li key={server.baseUrl}>
              <strong>{server.name}</strong> <code>{server.baseUrl}</code>
              <span className={css.hint}>{say('endpoints.foundModels', { count: server.models.length })}</span>
              <span className={css.grow} />
              {isUsed(server) ? (
                <span className={css.hint}>{say('endpoints.isUsed')}</span>
              ) : (
                <Button
                  size="small"
                  onClick={() => {
                    const name = nameFor(server, names)
                    setManifest(['endpoints', name], { baseUrl: server.baseUrl })
                    setAdded(name)
                  }}
                >
                  {say('endpoints.use', { name: server.name })}
                </Button>
              )}
              {isQuirk(server.name) && <p className={css.hint}>{say(`quirks.${QUIRKS[server.name]}`)}</p>}
            </li>
          ))}
        </ul>
      )}
      {endpoints.length === 0 && problem === null && <p className={css.empty}>{say('endpoints.none')}</p>}
      {endpoints.map((endpoint) => (
        <EndpointCard
          key={`${endpoint.source} ${endpoint.name}`}
          endpoint={endpoint}
          examined={examined.filter(({ endpoint: url }) => url === endpoint.baseUrl)}
          asksAtOnce={endpoint.name === added && isReachable(endpoint)}
          onChanged={again}
        />
      ))}
      <AddEndpoint taken={names} onAdded={setAdded} />
    </Part>
  )
}
