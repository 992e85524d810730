import { ENDPOINT_PRESETS, type EndpointPreset } from '@ensemble/core/host'
import { useState, type ComponentProps } from 'react'
import { freeName, nameFault } from '../../document/texts/files.ts'
import { putSecret } from '../../platform/api/endpoint-client.ts'
import { notify } from '../../platform/session/notify.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { say } from './say.ts'
import css from '../../platform/ui/add-name.module.css'
import { setManifest } from '../../document/open/use-manifest.ts'

/** Parameters of an address whose value is a key as a rule. */
const HOLDS_KEY = /[?&](?:[a-z]+[-_])*(?:key|token|secret|sig|code)=/i

/** Whether a text can be the base URL of an endpoint: paths are appended to it, and it never holds a key. */
export const isBaseUrl = (text: string): boolean => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === '' && !text.includes('#') && !HOLDS_KEY.test(text)
}

/** The name of the secret that holds the key of an endpoint. */
export const secretFor = (name: string): string => `${name.replaceAll('-', '_').toUpperCase()}_KEY`

/** The server's limit: redaction could not tell a shorter secret from ordinary text. */
export const FEWEST_OF_KEY = 8

interface AddEndpointProps {
  readonly taken: readonly string[]
  readonly onAdded: (name: string) => void
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string
  readonly error: string | null
  readonly onChange: (text: string) => void
}

function TextField({ label, error, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error}>
      {(id) => (
        <input
          {...input}
          id={id}
          className={field.input}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A form for an endpoint that the workspace does not have yet, filled in for known providers. */
export function AddEndpoint({ taken, onAdded }: AddEndpointProps) {
  const [preset, setPreset] = useState<EndpointPreset | null>(null)
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [key, setKey] = useState('')
  const fault = name === '' ? null : nameFault(name, taken)
  const nameError = fault === null ? null : say(fault === 'taken' ? 'endpoints.takenName' : 'endpoints.badName')
  const urlError = url !== '' && !isBaseUrl(url) ? say('endpoints.badUrl') : null
  const keyError = key !== '' && key.length < FEWEST_OF_KEY ? say('key.short', { count: FEWEST_OF_KEY }) : null
  const isReady = name !== '' && url !== '' && nameError === null && urlError === null && keyError === null

  const pick = (title: string): void => {
    const found = ENDPOINT_PRESETS.find((each) => each.title === title) ?? null
    setPreset(found)
    setName(found === null ? '' : freeName(found.name, taken))
    setUrl(found?.baseUrl ?? '')
  }
  const add = async (): Promise<void> => {
    // The provider's own variable may be set where the server was started.
    const presetKey = preset?.name === name ? preset.key : undefined
    const secret = presetKey ?? secretFor(name)
    try {
      if (key !== '') await putSecret(secret, key)
    } catch (error) {
      notify.refusal(error)
      return
    }
    const baseUrl = url.replace(/\/+$/, '')
    setManifest(['endpoints', name], {
      baseUrl,
      ...((key !== '' || presetKey !== undefined) && { key: `secret://${secret}` }),
      ...(preset?.api !== undefined && { api: preset.api }),
    })
    onAdded(name)
    pick('')
    setKey('')
  }

  return (
    <form
      className={css.add}
      aria-label={say('endpoints.add')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void add()
      }}
    >
      <Field label={say('endpoints.preset')}>
        {(id) => (
          <select
            id={id}
            className={field.input}
            value={preset?.title ?? ''}
            onChange={(event) => pick(event.currentTarget.value)}
          >
            <option value="">{say('endpoints.otherPreset')}</option>
            {ENDPOINT_PRESETS.map(({ title }) => (
              <option key={title}>{title}</option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={say('endpoints.addName')}
        error={nameError}
        value={name}
        placeholder="provider"
        onChange={setName}
      />
      <TextField
        label={say('endpoints.addUrl')}
        error={urlError}
        value={url}
        placeholder="https://api.example.com/v1"
        spellCheck={false}
        onChange={(text) => setUrl(text.trim())}
      />
      {(preset === null || preset.key !== undefined) && (
        <TextField
          label={say('endpoints.addKey')}
          error={keyError}
          type="password"
          value={key}
          placeholder={say('endpoints.noKey')}
          onChange={(text) => setKey(text.trim())}
        />
      )}
      <Button type="submit" disabled={!isReady}>
        {say('endpoints.addSubmit')}
      </Button>
    </form>
  )
}
