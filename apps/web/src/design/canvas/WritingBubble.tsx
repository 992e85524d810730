import { t } from '../../platform/i18n/index.ts'
import css from './writing-bubble.module.css'

/** The end of what the model writes at this moment, below the node of its Idea. */
export function WritingBubble({ text }: { readonly text: string }) {
  return (
    <p className={css.bubble} aria-hidden>
      <b>{t('canvas.writing')}</b>
      <span className={css.tail}>
        <span>{text}</span>
      </span>
    </p>
  )
}
