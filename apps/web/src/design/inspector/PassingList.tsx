import { Check, Minus, X } from 'lucide-react'
import type { MessageView } from '../../document/texts/idea-view.ts'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import styles from './imports.module.css'
import { passingOf } from './passing.ts'
import { say } from './say.ts'

interface PassingListProps {
  readonly messages: readonly MessageView[]
  readonly imports: readonly string[]
  readonly onChange: (imports: readonly string[]) => void
}

const ICONS = { whole: Check, part: Minus, no: X } as const

/** The caller's Messages one by one: which a Call sees, which stay behind; each is let through or held back here. */
export function PassingList({ messages, imports, onChange }: PassingListProps) {
  const passing = passingOf(messages, imports)
  const toggle = (name: string, passes: boolean): void =>
    onChange(
      passes
        ? imports.filter((each) => each !== name && !(name === 'state' && each.startsWith('state:')))
        : [...imports, name],
    )
  return (
    <>
      <ul className={styles.passing} aria-label={say('passing.label')}>
        {passing.map(({ index, name, words, passes, canPass }) => {
          const Icon = ICONS[passes]
          return (
            <li key={index}>
              <button
                type="button"
                className={classes(styles.pass, passes !== 'no' && styles.passes)}
                aria-pressed={passes !== 'no'}
                disabled={!canPass}
                title={
                  canPass ? (passes === 'no' ? say('passing.letPass') : say('passing.holdBack')) : say('passing.never')
                }
                onClick={() => toggle(name, passes !== 'no')}
              >
                <Icon size={13} aria-hidden />
                <code>{name}</code>
                <span className={styles.passWords}>{words}</span>
                <span data-visually-hidden>{say(`passing.${passes}`)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className={field.hint}>{say('passing.hint')}</p>
    </>
  )
}
