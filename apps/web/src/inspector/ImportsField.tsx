import type { Json } from '@ensemble/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../i18n/inspector.ts'
import { classes } from '../ui/classes.ts'
import field from '../ui/field.module.css'
import styles from './imports.module.css'

interface ImportsFieldProps {
  /** What the author fixed; undefined where it is left out or open. */
  readonly imports: Json | undefined
  /** What the model may choose from. */
  readonly requested: readonly string[]
  readonly onChange: (imports: readonly string[]) => void
}

const COMMON = ['input', 'state', 'text'] as const
const IMPORT = /^(input|text|state(:.+)?|data:.+)$/

/** The allow-list of a Call: switches for the common imports, chips for the rest. */
export function ImportsField({ imports, requested, onChange }: ImportsFieldProps) {
  const [draft, setDraft] = useState('')
  const list = (Array.isArray(imports) ? imports : requested).filter((each): each is string => typeof each === 'string')
  const others = list.filter((each) => !COMMON.some((name) => name === each))
  const add = (): void => {
    const name = draft.trim()
    if (!IMPORT.test(name) || list.includes(name)) return
    onChange([...list, name])
    setDraft('')
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
      <input
        className={classes(field.input, field.code)}
        aria-label={t('inspector.importsCustom')}
        placeholder={t('inspector.importsCustom')}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
      <p className={field.hint}>{requested.length > 0 ? t('canvas.requested') : t('inspector.importsHint')}</p>
    </div>
  )
}
