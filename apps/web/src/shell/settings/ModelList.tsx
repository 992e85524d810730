import { verdictOf } from '@ensemble/core/host'
import { Check, CircleAlert, CircleX, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { examineModel, type Examined } from '../../platform/api/endpoint-client.ts'
import { readSurroundings } from '../../document/saving/open-workspace.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import field from '../../platform/ui/field.module.css'
import { Pill, type PillTone } from '../../platform/ui/Pill.tsx'
import { EndpointProblem, type EndpointProblemProps } from './EndpointProblem.tsx'
import css from './model-list.module.css'
import { say } from './say.ts'
import settings from './settings.module.css'
import { setManifest, textAt, useManifest } from '../../document/open/use-manifest.ts'
import { language } from '../../platform/i18n/language.ts'

/** Providers list hundreds; those one tried come first. */
const SHOWN = 12

type Level = Examined['findings'][number]['level']

export const LEVEL_ICONS: { readonly [L in Level]: LucideIcon } = {
  works: Check,
  limited: CircleAlert,
  fails: CircleX,
}
const LEVEL_TONES: { readonly [L in Level]: PillTone } = { works: 'ok', limited: 'wait', fails: 'bad' }

interface ModelListProps {
  readonly name: string
  readonly models: readonly string[]
  readonly examined: readonly Examined[]
  /** The endpoint, and what can be changed about it here. */
  readonly remedies: Pick<EndpointProblemProps, 'endpoint' | 'onKey' | 'onAddress'>
  readonly onExamined: () => void
}

const chosenModel = (session: Session) => session.model

/** The models of an endpoint: each can be tried, and made the default. */
export function ModelList({ name, models, examined, remedies, onExamined }: ModelListProps) {
  const defaultModel = textAt(useManifest(), 'model')
  const chosen = useStore(sessionStore, chosenModel)
  const [query, setQuery] = useState('')
  const [trying, setTrying] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  const [problem, setProblem] = useState<{ readonly model: string; readonly error: unknown } | null>(null)
  const matching = models.filter((model) => model.toLowerCase().includes(query.toLowerCase()))
  const shown = matching.slice(0, SHOWN)

  const tryModel = async (model: string): Promise<void> => {
    setTrying(model)
    setAsked(0)
    setProblem(null)
    try {
      await examineModel(model, setAsked)
      onExamined()
      await readSurroundings()
    } catch (error) {
      setProblem({ model, error })
    } finally {
      setTrying(null)
    }
  }
  const makeDefault = (model: string): void => {
    setManifest(['model'], model)
    if (chosen !== null) sessionStore.setState({ model })
  }

  return (
    <div className={css.models}>
      {models.length > SHOWN && (
        <input
          type="search"
          className={field.input}
          aria-label={say('list.filter', { name })}
          placeholder={say('list.filter', { name })}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {models.length === 0 && <p className={settings.hint}>{say('list.none')}</p>}
      <ul>
        {shown.map((model) => {
          const known = examined.find((each) => each.model === model)
          return (
            <li key={model} className={css.model}>
              <div className={css.modelHead}>
                <code>{model}</code>
                {known !== undefined && <VerdictBadge examined={known} />}
                <span className={css.actions}>
                  {model === defaultModel ? (
                    <span className={settings.hint}>{say('list.default')}</span>
                  ) : (
                    <Button size="small" look="quiet" onClick={() => makeDefault(model)}>
                      {say('list.makeDefault', { model: model.slice(model.indexOf('/') + 1) })}
                    </Button>
                  )}
                  <Button size="small" disabled={trying !== null} onClick={() => void tryModel(model)}>
                    {say('list.try', { model: model.slice(model.indexOf('/') + 1) })}
                  </Button>
                </span>
              </div>
              {trying === model && (
                <p className={settings.hint} role="status">
                  {asked === 0 ? say('list.trying', { model }) : say('list.stillTrying', { model, count: asked })}
                </p>
              )}
              {known !== undefined && <Findings examined={known} />}
            </li>
          )
        })}
      </ul>
      {problem !== null && (
        <EndpointProblem {...remedies} error={problem.error} onRetry={() => void tryModel(problem.model)} />
      )}
      {matching.length > shown.length && (
        <p className={settings.hint}>{say('list.more', { count: matching.length - shown.length })}</p>
      )}
    </div>
  )
}

function VerdictBadge({ examined }: { readonly examined: Examined }) {
  const level = verdictOf(examined.findings)
  const Icon = LEVEL_ICONS[level]
  return (
    <Pill tone={LEVEL_TONES[level]}>
      <Icon size={13} aria-hidden /> {say(`verdict.${level}`)}
    </Pill>
  )
}

/** The result of a try, in words about runs. */
function Findings({ examined }: { readonly examined: Examined }) {
  return (
    <details className={css.findings}>
      <summary>
        {say('verdict.details')}
        <span className={settings.hint}>
          {' '}
          · {say('verdict.at', { when: new Date(examined.at).toLocaleString(language) })}
        </span>
      </summary>
      <ul>
        {examined.findings.map(({ level, about, sentence }) => {
          const Icon = LEVEL_ICONS[level]
          return (
            <li key={about} data-level={level}>
              <Icon size={13} aria-label={say(`verdict.${level}`)} /> {sentence}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
