import { t } from '../../platform/i18n/index.ts'
import { useStreamedTail } from '../../runs/open/streamed-text.ts'
import css from './writing-bubble.module.css'

/** The end of what the model writes at this moment, below the node of its Idea; nothing while it is silent. */
export function WritingBubble({ node }: { readonly node: string }) {
  const text = useStreamedTail(node)
  if (text === undefined || text === '') return null
  return (
    <p className={css.bubble} aria-hidden>
      <b>{t('canvas.writing')}</b>
      <span className={css.tail}>
        <span>{text}</span>
      </span>
    </p>
  )
}
