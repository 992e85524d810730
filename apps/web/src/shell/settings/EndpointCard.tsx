import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { listModels, type Endpoint, type Examined } from '../../platform/api/endpoint-client.ts'
import { flushEdits } from '../../document/saving/keep-workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { isBaseUrl } from './AddEndpoint.tsx'
import { CheckedInput } from '../../platform/ui/CheckedInput.tsx'
import { KeyField } from './KeyField.tsx'
import { ModelList } from './ModelList.tsx'
import { numberFault } from '../../design/limits/NumberField.tsx'
import { ReachFields } from './ReachFields.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { setManifest } from '../../document/open/use-manifest.ts'

interface EndpointCardProps {
  readonly endpoint: Endpoint
  readonly examined: readonly Examined[]
  /** It was added just now: its models are listed unasked. */
  readonly asksAtOnce: boolean
  readonly onChanged: () => void
}

/** One endpoint: its address and key, its models, and the verdict on those that were tried. */
export function EndpointCard({ endpoint, examined, asksAtOnce, onChanged }: EndpointCardProps) {
  const { name, baseUrl, source, concurrency } = endpoint
  const [listed, setListed] = useState<readonly string[] | null>(null)
  const [isAsking, setAsking] = useState(asksAtOnce)
  const [problem, setProblem] = useState<string | null>(null)
  const isOwn = source === 'workspace'
  const path = ['endpoints', name] as const

  const read = async (): Promise<readonly string[]> => {
    await flushEdits()
    return listModels(name)
  }
  const take = (found: readonly string[]): void => {
    setListed(found)
    setProblem(null)
    setAsking(false)
    onChanged()
  }
  const tell = (error: unknown): void => {
    setProblem(error instanceof Error ? error.message : String(error))
    setAsking(false)
  }
  const ask = (): void => {
    setAsking(true)
    setProblem(null)
    read().then(take, tell)
  }
  const begin = useEffectEvent(() => read().then(take, tell))
  useEffect(() => {
    if (asksAtOnce) void begin()
  }, [asksAtOnce])
  const tried = examined.map(({ model }) => model)
  const models = [...new Set([...tried, ...(listed ?? [])])]

  return (
    <article className={css.card} aria-label={name}>
      <div className={css.cardHead}>
        <h4>{name}</h4>
        {!isOwn && <span className={css.hint}>{say('endpoints.fromEnvironment')}</span>}
        <span className={css.grow} />
        {isOwn && (
          <IconButton
            label={say('endpoints.remove', { name })}
            Icon={Trash2}
            onClick={() => setManifest(path, undefined)}
          />
        )}
      </div>
      <div className={css.address}>
        {isOwn ? (
          <>
            <CheckedInput
              label={say('endpoints.baseUrl', { name })}
              isCode
              value={baseUrl}
              faultOf={(text) => (isBaseUrl(text) ? null : say('endpoints.badUrl'))}
              onChange={(text) => setManifest([...path, 'baseUrl'], text.replace(/\/+$/, ''))}
            />
            <label className={css.atOnce}>
              <CheckedInput
                label={say('endpoints.concurrency', { name })}
                isNumber
                value={String(concurrency)}
                faultOf={(text) => numberFault(text, true)}
                onChange={(text) => setManifest([...path, 'concurrency'], Number(text))}
              />
              {say('endpoints.atOnce')}
            </label>
          </>
        ) : (
          <code>{baseUrl}</code>
        )}
      </div>
      <KeyField endpoint={endpoint} onKept={() => (onChanged(), ask())} />
      {isOwn && <ReachFields name={name} />}
      {problem !== null && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {(models.length > 0 || listed !== null) && (
        <ModelList name={name} models={models} examined={examined} onExamined={onChanged} />
      )}
      <Button size="small" disabled={isAsking} onClick={ask}>
        {say(isAsking ? 'list.asking' : 'list.ask')}
      </Button>
    </article>
  )
}
