import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { putSecret, type Endpoint } from '../../platform/api/endpoint-client.ts'
import { announce } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import field from '../../platform/ui/field.module.css'
import { notify } from '../../platform/session/notify.ts'
import { FEWEST_OF_KEY, secretFor } from './AddEndpoint.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { setManifest } from '../../document/open/use-manifest.ts'

const secretOf = ({ name, reference }: Endpoint): string => reference?.replace(/^secret:\/\//, '') ?? secretFor(name)

interface KeyFieldProps {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onKept: () => void
}

/** Takes a key once and never shows it: ensemble.json holds only its name. */
export function KeyField({ endpoint, isOpen, onOpen, onKept }: KeyFieldProps) {
  const [value, setValue] = useState('')
  const { name, source, key, tokenCommand } = endpoint

  const keep = async (): Promise<void> => {
    try {
      await putSecret(secretOf(endpoint), value)
      if (endpoint.reference === undefined) setManifest(['endpoints', name, 'key'], `secret://${secretOf(endpoint)}`)
      setValue('')
      onOpen(false)
      announce(say('key.kept', { name }))
      onKept()
    } catch (error) {
      notify.refusal(error)
    }
  }

  return (
    <div className={css.key}>
      <span className={css.keyState} data-state={key}>
        <KeyRound size={13} aria-hidden /> {say(`key.${key}`)}
      </span>
      {source === 'environment' && <span className={css.hint}>{say('key.environment')}</span>}
      {tokenCommand !== undefined && (
        <p className={css.hint}>
          {say('key.command')} <code>{tokenCommand}</code>
          {key === 'unapproved' && (
            <>
              {' '}
              {say('key.approve')} <code>ensemble doctor --approve {name}</code>
            </>
          )}
        </p>
      )}
      {source === 'workspace' && tokenCommand === undefined && !isOpen && (
        <Button size="small" look="quiet" onClick={() => onOpen(true)}>
          {say(key === 'given' ? 'key.replace' : 'key.use')}
        </Button>
      )}
      {isOpen && (
        <form
          className={css.keyForm}
          onSubmit={(event) => {
            event.preventDefault()
            void keep()
          }}
        >
          <input
            // The person asked for exactly this field.
            autoFocus
            type="password"
            className={field.input}
            aria-label={say('key.field', { name })}
            placeholder={say('key.placeholder')}
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value.trim())}
          />
          <Button type="submit" size="small" look="primary" disabled={value.length < FEWEST_OF_KEY}>
            {say('key.keep')}
          </Button>
          {value !== '' && value.length < FEWEST_OF_KEY && (
            <p className={field.error} role="status">
              {say('key.short', { count: FEWEST_OF_KEY })}
            </p>
          )}
          <p className={css.hint}>{say('key.hint')}</p>
        </form>
      )}
    </div>
  )
}
