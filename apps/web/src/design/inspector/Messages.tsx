import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { MessageView } from '../../document/texts/idea-view.ts'
import { insertAt, moveItem, removeAt } from '../../document/texts/json-edit.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { JsonInput } from '../../platform/forms/JsonInput.tsx'
import field from '../../platform/ui/field.module.css'
import { classes } from '../../platform/ui/classes.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import styles from './inspector.module.css'
import own from './messages.module.css'
import { PromptText } from './PromptText.tsx'
import { SchemaTable } from './SchemaTable.tsx'
import { TextInput } from '../../platform/ui/TextInput.tsx'
import { changeAt, changeText } from '../../document/open/use-file.ts'

interface MessagesProps {
  readonly file: string
  readonly messages: readonly MessageView[]
}
interface MessageProps {
  readonly file: string
  readonly view: MessageView
}

const textOf = (message: JsonObject): string =>
  typeof message.text === 'string' ? message.text : typeof message.content === 'string' ? message.content : ''

function TextMessage({ file, view }: MessageProps) {
  const key = view.message.text === undefined && view.message.content !== undefined ? 'content' : 'text'
  return (
    <PromptText
      value={textOf(view.message)}
      isSystem={view.message.role === undefined || view.message.role === 'system'}
      onChange={(text) => changeAt(file, ['context', view.index, key], text)}
    />
  )
}

function ValueMessage({
  file,
  view,
  member,
  label,
}: MessageProps & { readonly member: string; readonly label: string }) {
  const value: Json | undefined = view.message[member]
  return (
    <label className={field.field}>
      <span className={styles.note}>{label}</span>
      <JsonInput
        label={label}
        value={value}
        onChange={(next) => changeAt(file, ['context', view.index, member], next)}
      />
    </label>
  )
}

function MessageBody({ file, view }: MessageProps) {
  const { message, index, type } = view
  switch (type) {
    case 'text':
      return <TextMessage file={file} view={view} />
    case 'input':
      return (
        <>
          <SchemaTable
            file={file}
            path={['context', index, 'schema']}
            schema={message.schema}
            label={t('inspector.input')}
          />
          <ValueMessage file={file} view={view} member="input" label={t('inspector.defaultInput')} />
        </>
      )
    case 'state':
      return <ValueMessage file={file} view={view} member="state" label={t('inspector.initialState')} />
    case 'data':
      return <ValueMessage file={file} view={view} member="data" label={t('inspector.data')} />
    case 'tool':
      return <code className={styles.quiet}>{isObject(message.tool) ? Object.keys(message.tool).join(', ') : ''}</code>
    default:
      return null
  }
}

const ROLES = ['system', 'user', 'assistant'] as const

function Message({ file, view, count }: MessageProps & { readonly count: number }) {
  const { index, type, message } = view
  const role = typeof message.role === 'string' ? message.role : 'system'
  const move = (to: number): void =>
    changeText(file, `${file}#move/${index}/${to}`, (text) => moveItem(text, ['context'], index, to))
  return (
    <li className={own.message}>
      <header className={own.messageHeader}>
        <b>{type}</b>
        {type === 'text' && (
          <select
            className={classes(field.input, own.role)}
            aria-label={t('inspector.role')}
            value={role}
            onChange={(event) =>
              changeAt(
                file,
                ['context', index, 'role'],
                event.currentTarget.value === 'system' ? undefined : event.currentTarget.value,
              )
            }
          >
            {ROLES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
        {type === 'data' && (
          <TextInput
            label={t('inspector.kind')}
            isCode
            className={own.role}
            value={typeof message.kind === 'string' ? message.kind : ''}
            onChange={(kind) => changeAt(file, ['context', index, 'kind'], kind)}
          />
        )}
        <span className={own.action}>
          <IconButton
            label={t('inspector.moveUp')}
            Icon={ArrowUp}
            size={13}
            disabled={index === 0}
            onClick={() => move(index - 1)}
          />
          <IconButton
            label={t('inspector.moveDown')}
            Icon={ArrowDown}
            size={13}
            disabled={index === count - 1}
            onClick={() => move(index + 1)}
          />
          <IconButton
            label={t('inspector.removeMessage')}
            Icon={Trash2}
            size={13}
            onClick={() => changeText(file, `${file}#remove/${index}`, (text) => removeAt(text, ['context', index]))}
          />
        </span>
      </header>
      <MessageBody file={file} view={view} />
    </li>
  )
}

const NEW_MESSAGES = {
  system: { type: 'text', text: '# Role\n\nYou are \n\n# Goal\n\nTurn the input into ' },
  text: { type: 'text', text: '', role: 'user' },
  input: { type: 'input', schema: { type: 'object', properties: {}, required: [] }, input: {} },
  state: { type: 'state', state: {} },
  data: { type: 'data', kind: 'notes', data: {} },
} as const satisfies Readonly<Record<string, Json>>
const ADD_LABELS = {
  system: 'inspector.addSystem',
  text: 'inspector.addText',
  input: 'inspector.addInput',
  state: 'inspector.addState',
  data: 'inspector.addData',
} as const
type NewMessage = keyof typeof NEW_MESSAGES
const NEW_TYPES: readonly NewMessage[] = ['system', 'text', 'input', 'state', 'data']

/** The context of an Idea, in the order a model reads it. */
export function Messages({ file, messages }: MessagesProps) {
  return (
    <>
      <ol className={own.messages}>
        {messages.map((view) => (
          <Message key={`${view.index} ${view.type}`} file={file} view={view} count={messages.length} />
        ))}
      </ol>
      <select
        className={classes(field.input, own.addMessage)}
        aria-label={t('inspector.addMessage')}
        value=""
        onChange={(event) => {
          const type = NEW_TYPES.find((each) => each === event.currentTarget.value)
          if (type !== undefined)
            changeText(file, `${file}#add/${messages.length}`, (text) =>
              insertAt(text, ['context'], messages.length, NEW_MESSAGES[type]),
            )
        }}
      >
        <option value="" disabled>
          {t('inspector.addMessage')}
        </option>
        {NEW_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(ADD_LABELS[type])}
          </option>
        ))}
      </select>
    </>
  )
}
