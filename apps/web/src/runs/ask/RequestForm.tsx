import type { ChatMessage } from '@ensemble/core/model'
import { useState } from 'react'
import { useStore } from 'zustand'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import css from './ask.module.css'
import { say } from './say.ts'
import type { Answers } from './use-answers.ts'

interface RequestFormProps {
  readonly span: string
  /** As it was recorded. */
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly answers: Answers
}

const modelsOf = ({ models }: Session) => models
const MOST = 20

interface Options {
  readonly model: string
  readonly temperature: string
  readonly times: number
}

/** The new question: the editable recorded messages, the model, the temperature, the count. */
export function RequestForm({ span, model: recorded, messages: original, answers }: RequestFormProps) {
  const asRecorded: Options = { model: recorded, temperature: '', times: 3 }
  const [messages, setMessages] = useState(original)
  const [options, setOptions] = useState(asRecorded)
  const { model, temperature, times } = options
  const isChanged = messages !== original || model !== recorded || temperature !== ''
  const ask = (): void =>
    answers.ask(
      {
        span,
        ...(messages !== original && { messages }),
        ...(model !== recorded && { model }),
        ...(temperature !== '' && { temperature: Number(temperature) }),
      },
      times,
    )
  const reset = (): void => {
    setMessages(original)
    setOptions({ ...asRecorded, times })
  }
  return (
    <form
      className={css.form}
      aria-label={say('request')}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <p className={css.facts}>{say('hint')}</p>
      <OptionFields options={options} onChange={(changed) => setOptions({ ...options, ...changed })} />
      <span className={css.actions}>
        <Button look="primary" type="submit" disabled={answers.isBusy}>
          {say('go', { count: times })}
        </Button>
        {answers.isBusy && <Button onClick={answers.stop}>{say('stop')}</Button>}
        {isChanged && (
          <Button look="quiet" onClick={reset}>
            {say('reset')}
          </Button>
        )}
      </span>
      {messages.map((message, at) => (
        <MessageField
          // Messages have no identity but their place.
          key={at}
          at={at}
          message={message}
          isChanged={message !== original[at]}
          onChange={(changed) => setMessages(messages.with(at, changed))}
        />
      ))}
    </form>
  )
}

interface OptionFieldsProps {
  readonly options: Options
  readonly onChange: (changed: Partial<Options>) => void
}

function OptionFields({ options: { model, temperature, times }, onChange }: OptionFieldsProps) {
  const models = useStore(sessionStore, modelsOf)
  return (
    <div className={css.options}>
      <Field label={say('model')}>
        {(id) => (
          <>
            <input
              id={id}
              className={classes(field.input, field.code)}
              list={`${id}-models`}
              required
              value={model}
              onChange={(event) => onChange({ model: event.target.value })}
            />
            <datalist id={`${id}-models`}>
              {models.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={say('temperature')}>
        {(id) => (
          <input
            id={id}
            type="number"
            min={0}
            max={2}
            step={0.1}
            className={field.input}
            placeholder={say('asRecorded')}
            value={temperature}
            onChange={(event) => onChange({ temperature: event.target.value })}
          />
        )}
      </Field>
      <Field label={say('times')}>
        {(id) => (
          <input
            id={id}
            type="number"
            min={1}
            max={MOST}
            className={field.input}
            value={times}
            onChange={(event) =>
              onChange({ times: Math.min(MOST, Math.max(1, Math.trunc(event.target.valueAsNumber) || 1)) })
            }
          />
        )}
      </Field>
    </div>
  )
}

interface MessageFieldProps {
  readonly at: number
  readonly message: ChatMessage
  readonly isChanged: boolean
  readonly onChange: (message: ChatMessage) => void
}

/** One message; only a text can be changed here. */
function MessageField({ at, message, isChanged, onChange }: MessageFieldProps) {
  const { content } = message
  return (
    <Field
      label={say('message', { count: at + 1, role: message.role })}
      {...(isChanged && { note: say('changed') })}
      {...(typeof content !== 'string' && { hint: say('parts') })}
    >
      {(id) => (
        <textarea
          id={id}
          className={classes(field.input, field.code, css.text)}
          spellCheck={false}
          readOnly={typeof content !== 'string'}
          value={typeof content === 'string' ? content : JSON.stringify(message, null, 2)}
          onChange={(event) => onChange({ ...message, content: event.target.value })}
        />
      )}
    </Field>
  )
}
