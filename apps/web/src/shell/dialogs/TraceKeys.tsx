import { showKeys } from '../../document/commands/show-keys.ts'
import { traceKeys } from '../../platform/i18n/en/trace-keys.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import styles from './lists.module.css'

const say = createTexts({ traceKeys })

/** The keys of the timeline, the tree and the scrubber while they have the focus. */
const KEYS = [
  ['select', ['↑', '↓']],
  ['fold', ['←', '→']],
  ['goTo', ['Enter']],
  ['zoom', ['+', '-', '0']],
  ['pan', ['Shift+ArrowLeft', 'Shift+ArrowRight']],
  ['step', ['←', '→']],
  ['jump', ['c', 'e', 'a']],
  ['play', ['Space']],
] as const

/** The keys of an open Run: they belong to what has the focus, so no Command holds them. */
export const TraceKeys = () => (
  <section>
    <h3 className={styles.heading}>{say('title')}</h3>
    <dl className={styles.keys}>
      {KEYS.map(([name, keys]) => (
        <div key={name}>
          <dt>{say(name)}</dt>
          <dd>
            {keys.map((each) => (
              <kbd key={each}>{showKeys(each)}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
