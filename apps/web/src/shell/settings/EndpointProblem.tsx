import { suggestAddress } from '@ensemble/core/host'
import type { Endpoint } from '../../platform/api/endpoint-client.ts'
import { ApiError } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/index.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { say } from './say.ts'
import css from './settings.module.css'

export interface EndpointProblemProps {
  readonly endpoint: Endpoint
  readonly error: unknown
  readonly onRetry: () => void
  /** Opens the field for the key; the environment's key is not set here. */
  readonly onKey?: (() => void) | undefined
  /** Writes another address; the environment's is not written here. */
  readonly onAddress?: ((baseUrl: string) => void) | undefined
}

type Advice = 'server' | 'key' | 'environmentKey' | 'address' | 'wait' | 'provider'

/** An endpoint's failure, what to check, and the remedies as buttons. */
export function EndpointProblem({ endpoint, error, onRetry, onKey, onAddress }: EndpointProblemProps) {
  const advice = adviceOn(error, endpoint)
  const suggestion = advice === 'address' ? suggestAddress(endpoint.baseUrl) : undefined
  return (
    <div className={css.problem} role="alert">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {advice !== undefined && <p>{say(`remedy.${advice}`)}</p>}
      <div className={css.remedies}>
        {suggestion !== undefined && onAddress !== undefined && (
          <Button size="small" onClick={() => onAddress(suggestion)}>
            {say('remedy.use', { url: suggestion })}
          </Button>
        )}
        {advice === 'key' && onKey !== undefined && (
          <Button size="small" onClick={onKey}>
            {say('remedy.openKey')}
          </Button>
        )}
        <Button size="small" onClick={onRetry}>
          {t('app.retry')}
        </Button>
      </div>
    </div>
  )
}

const adviceOn = (error: unknown, { source }: Endpoint): Advice | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { code, body } = error
  const answered = body['answered']
  if (code === 'secret.missing' || answered === 401 || answered === 403)
    return source === 'environment' ? 'environmentKey' : 'key'
  if (code === 'model.unreachable' || code === 'model.stalled') return 'server'
  if (code === 'model.envelope' || answered === 404) return 'address'
  if (code === 'model.rateLimited' || answered === 429) return 'wait'
  return typeof answered === 'number' && answered >= 500 ? 'provider' : undefined
}
