import type { ChatMessage } from '@ensemble/core'
import { useState } from 'react'
import { t } from '../i18n/index.ts'
import { asContainer, chatPieces, type ChatPiece } from './chat-blocks.ts'
import css from './ChatMessages.module.css'
import { CopyButton } from './CopyButton.tsx'
import { JsonTree } from './JsonTree.tsx'

interface ChatMessagesProps {
  readonly run: string
  readonly messages: readonly ChatMessage[]
  /** How many at the start the Request before had too; they are folded away at first. */
  readonly known?: number
}

/** Messages as the model saw them, in order, with what is new since the Request before marked. */
export function ChatMessages({ run, messages, known = 0 }: ChatMessagesProps) {
  const [unfolded, setUnfolded] = useState(false)
  const folded = known > 0 && !unfolded
  return (
    <ol className={css.messages}>
      {known > 0 && (
        <li className={css.known}>
          <button type="button" aria-expanded={!folded} onClick={() => setUnfolded(folded)}>
            {t(folded ? 'messages.unfold' : 'messages.fold', { count: known })}
          </button>
        </li>
      )}
      {messages.slice(folded ? known : 0).map((message, at) => (
        // Messages have no identity but their place.
        <Message key={at} run={run} message={message} isNew={known > 0 && at + (folded ? known : 0) >= known} />
      ))}
    </ol>
  )
}

interface MessageProps {
  readonly run: string
  readonly message: ChatMessage
  readonly isNew: boolean
}

function Message({ run, message, isNew }: MessageProps) {
  return (
    <li className={css.message} data-role={message.role}>
      <div className={css.role}>
        <span>{t(`messages.role.${message.role}`)}</span>
        {isNew && <span className={css.new}>{t('messages.new')}</span>}
        <span className={css.copy}>
          <CopyButton text={typeof message.content === 'string' ? message.content : JSON.stringify(message, null, 2)} />
        </span>
      </div>
      <div className={css.body}>
        {chatPieces(message).map((piece, at) => (
          // The pieces of a message have no identity but their place.
          <Piece key={at} run={run} piece={piece} />
        ))}
      </div>
    </li>
  )
}

function Piece({ run, piece }: { readonly run: string; readonly piece: ChatPiece }) {
  switch (piece.type) {
    case 'text':
      return <p className={css.text}>{piece.text}</p>
    case 'json':
      return <JsonTree run={run} value={piece.value} open={3} />
    case 'call': {
      const value = asContainer(piece.text)
      return (
        <section className={css.block}>
          <h4>{piece.name}</h4>
          {value === undefined ? (
            <p className={css.text}>{piece.text}</p>
          ) : (
            <JsonTree run={run} value={value} open={2} />
          )}
        </section>
      )
    }
    case 'block':
      return (
        <section className={css.block}>
          <h4>{piece.block.title}</h4>
          {piece.block.note !== undefined && <p className={css.note}>{piece.block.note}</p>}
          <JsonTree run={run} value={piece.block.value} open={2} />
          {piece.block.schema !== undefined && (
            <details className={css.schema}>
              <summary>{t('messages.schema')}</summary>
              {/* A schema that is an object or a boolean is JSON. */}
              <JsonTree run={run} value={piece.block.schema} open={2} />
            </details>
          )}
        </section>
      )
  }
}
