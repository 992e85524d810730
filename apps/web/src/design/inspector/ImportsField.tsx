import type { Json } from '@ensemble/core'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../platform/i18n/inspector.ts'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import styles from './imports.module.css'
import { say } from './say.ts'

interface ImportsFieldProps {
  /** The author's fixed value; undefined if absent or open. */
  readonly imports: Json | undefined
  /** The model's choices. */
  readonly requested: readonly string[]
  /** Names in the target's input that the caller has. */
  readonly offered: readonly string[]
  readonly onChange: (imports: readonly string[]) => void
}

const COMMON = ['input', 'state', 'text'] as const
const IMPORT = /^(input|text|state(:.+)?|data:.+)$/

/** Why a name can't be added to the list; null if it can. */
function faultOf(name: string, list: readonly string[]): string | null {
  if (!IMPORT.test(name)) return say('imports.unknown', { name })
  return list.includes(name) ? say('imports.listed', { name }) : null
}

/** The allow-list of a Call: switches for the common imports, chips for the rest. */
export function ImportsField({ imports, requested, offered, onChange }: ImportsFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const write = (text: string): void => {
    setDraft(text)
    setFault(null)
  }
  const list = (Array.isArray(imports) ? imports : requested).filter((each): each is string => typeof each === 'string')
  const others = list.filter((each) => !COMMON.some((name) => name === each))
  const offers = offered.filter((each) => !list.includes(each))
  const add = (): void => {
    const name = draft.trim()
    if (name === '') return write('')
    const found = faultOf(name, list)
    if (found !== null) return setFault(found)
    onChange([...list, name])
    write('')
  }
  return (
    <div className={styles.imports}>
      <div className={styles.chips}>
        {COMMON.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={list.includes(name)}
            className={classes(styles.chip, list.includes(name) && styles.chipOn)}
            onClick={() => onChange(list.includes(name) ? list.filter((each) => each !== name) : [...list, name])}
          >
            {name}
          </button>
        ))}
        {others.map((name) => (
          <button
            key={name}
            type="button"
            className={classes(styles.chip, styles.chipOn)}
            onClick={() => onChange(list.filter((each) => each !== name))}
          >
            {name}
            <X size={11} aria-hidden />
          </button>
        ))}
      </div>
      {offers.length > 0 && (
        <div className={styles.chips}>
          <span className={field.hint}>{say('offers.label')}</span>
          {offers.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.chip}
              aria-label={say('offers.add', { name })}
              onClick={() => onChange([...list, name])}
            >
              <Plus size={11} aria-hidden />
              {name}
            </button>
          ))}
        </div>
      )}
      <input
        className={classes(field.input, field.code)}
        aria-label={t('inspector.importsCustom')}
        placeholder={t('inspector.importsCustom')}
        value={draft}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : id}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
      {fault !== null && (
        <p id={id} role="alert" className={field.error}>
          {fault}
        </p>
      )}
      <p className={field.hint}>{requested.length > 0 ? t('canvas.requested') : t('inspector.importsHint')}</p>
    </div>
  )
}
