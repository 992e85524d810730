import { useState } from 'react'
import { nameFault } from '../../document/texts/files.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { say } from './say.ts'
import css from '../../platform/ui/add-name.module.css'
import { setManifest } from '../../document/open/use-manifest.ts'

/** Whether a text can be the base URL of an endpoint: paths are appended to it, and it never holds a key. */
export const isBaseUrl = (text: string): boolean => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === '' && !/[?#]/.test(text)
}

interface AddEndpointProps {
  readonly taken: readonly string[]
  readonly onAdded: (name: string) => void
}

/** A form for an endpoint that the workspace does not have yet. */
export function AddEndpoint({ taken, onAdded }: AddEndpointProps) {
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const fault = name === '' ? null : nameFault(name, taken)
  const nameError = fault === null ? null : say(fault === 'taken' ? 'endpoints.takenName' : 'endpoints.badName')
  const urlError = url !== '' && !isBaseUrl(url) ? say('endpoints.badUrl') : null
  const isReady = name !== '' && url !== '' && nameError === null && urlError === null
  return (
    <form
      className={css.add}
      aria-label={say('endpoints.add')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        setManifest(['endpoints', name], { baseUrl: url.replace(/\/+$/, '') })
        onAdded(name)
        setName('')
        setUrl('')
      }}
    >
      <Field label={say('endpoints.addName')} error={nameError}>
        {(id) => (
          <input
            id={id}
            className={field.input}
            value={name}
            placeholder="provider"
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={say('endpoints.addUrl')} error={urlError}>
        {(id) => (
          <input
            id={id}
            className={field.input}
            value={url}
            placeholder="https://api.example.com/v1"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setUrl(event.currentTarget.value.trim())}
          />
        )}
      </Field>
      <Button type="submit" disabled={!isReady}>
        {say('endpoints.addSubmit')}
      </Button>
    </form>
  )
}
