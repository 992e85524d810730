import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint, Examined } from '../../platform/api/endpoint-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { isBaseUrl } from './AddEndpoint.tsx'
import { CheckedInput } from '../../platform/ui/CheckedInput.tsx'
import { EndpointProblem } from './EndpointProblem.tsx'
import { KeyField } from './KeyField.tsx'
import { ModelList } from './ModelList.tsx'
import { numberFault } from '../../design/limits/NumberField.tsx'
import { ReachFields } from './ReachFields.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { setManifest } from '../../document/open/use-manifest.ts'
import { useListedModels } from './use-listed-models.ts'

interface EndpointCardProps {
  readonly endpoint: Endpoint
  readonly examined: readonly Examined[]
  /** It was added just now: its models are listed unasked. */
  readonly asksAtOnce: boolean
  readonly onChanged: () => void
}

/** One endpoint: its address and key, its models, and the verdict on those that were tried. */
export function EndpointCard({ endpoint, examined, asksAtOnce, onChanged }: EndpointCardProps) {
  const { name, baseUrl, source, concurrency, tokenCommand } = endpoint
  const { listed, isAsking, problem, ask, forgetProblem } = useListedModels(name, asksAtOnce, onChanged)
  const [isKeyOpen, setKeyOpen] = useState(false)
  const isOwn = source === 'workspace'
  const path = ['endpoints', name] as const

  const setAddress = (text: string): void => {
    forgetProblem()
    setManifest([...path, 'baseUrl'], text.replace(/\/+$/, ''))
  }
  const remedies = {
    endpoint,
    ...(isOwn && {
      ...(tokenCommand === undefined && { onKey: () => setKeyOpen(true) }),
      onAddress: (url: string) => {
        setAddress(url)
        ask()
      },
    }),
  }
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
              onChange={setAddress}
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
      <KeyField
        endpoint={endpoint}
        isOpen={isKeyOpen}
        onOpen={setKeyOpen}
        onKept={() => {
          onChanged()
          ask()
        }}
      />
      {isOwn && <ReachFields name={name} />}
      {problem !== null && <EndpointProblem {...remedies} error={problem.error} onRetry={ask} />}
      {(models.length > 0 || listed !== null) && (
        <ModelList name={name} models={models} examined={examined} remedies={remedies} onExamined={onChanged} />
      )}
      <Button size="small" disabled={isAsking} onClick={ask}>
        {say(isAsking ? 'list.asking' : 'list.ask')}
      </Button>
    </article>
  )
}
