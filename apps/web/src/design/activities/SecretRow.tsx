import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { putSecret } from '../../platform/api/endpoint-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import field from '../../platform/ui/field.module.css'
import { notify } from '../../platform/session/notify.ts'
import css from './activities.module.css'
import { say } from './say.ts'

/** The server's limits: redaction could not tell a shorter secret from ordinary text. */
const FEWEST = 8

/** Takes the value of a secret once and never shows it: ensemble.json holds only its name. */
export function SecretRow({ name }: { readonly name: string }) {
  const [value, setValue] = useState('')
  const [isKept, setKept] = useState(false)
  const keep = async (): Promise<void> => {
    try {
      await putSecret(name, value)
      setValue('')
      setKept(true)
    } catch (error) {
      notify.refusal(error)
    }
  }
  return (
    <form
      className={css.row}
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <code>
        <KeyRound size={12} aria-hidden /> {name}
      </code>
      <input
        type="password"
        className={field.input}
        aria-label={say('http.secret', { name })}
        placeholder={say(isKept ? 'http.secretKept' : 'http.secretPlaceholder')}
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value.trim())}
      />
      <Button type="submit" size="small" disabled={value.length < FEWEST}>
        {say('http.giveSecret')}
      </Button>
    </form>
  )
}
