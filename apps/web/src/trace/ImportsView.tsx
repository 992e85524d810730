import type { EventData } from '@ensemble/core'
import { t } from '../i18n/index.ts'
import css from './ImportsView.module.css'

type Entered = EventData['module.entered']

/** What passed the wall into a module's clean room, and what was withheld. */
export function ImportsView({ entered }: { readonly entered: Entered }) {
  return (
    <div className={css.imports}>
      <p>
        {entered.imports.length === 0 ? (
          t('imports.none')
        ) : (
          <>
            {t('imports.allowed')} <code>{entered.imports.join(', ')}</code>
          </>
        )}
      </p>
      <Counted title={t('imports.passed')} items={entered.passed} none={t('imports.nothingPassed')} />
      <Counted title={t('imports.withheld')} items={entered.withheld} none={t('imports.nothingWithheld')} />
    </div>
  )
}

interface CountedProps {
  readonly title: string
  readonly items: Entered['passed']
  readonly none: string
}

const Counted = ({ title, items, none }: CountedProps) => (
  <div>
    <h4>{title}</h4>
    {items.length === 0 ? (
      <p className={css.none}>{none}</p>
    ) : (
      <ul>
        {items.map(({ type, kind, count }) => (
          <li key={`${type}:${kind ?? ''}`}>
            <code>{kind === undefined ? type : `${type}:${kind}`}</code>
            <span>{t('imports.messages', { count })}</span>
          </li>
        ))}
      </ul>
    )}
  </div>
)
