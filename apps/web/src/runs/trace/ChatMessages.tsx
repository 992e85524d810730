import type { ChatMessage } from '@ensemble/core/model'
import { useMemo, useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { say } from './detail/say.ts'
import { asContainer, chatPieces, gonePieces, pieceKey, piecesOf, sameStart, type ChatPiece } from './chat-blocks.ts'
import css from './ChatMessages.module.css'
import { CopyButton } from '../../platform/ui/CopyButton.tsx'
import { JsonTree } from './JsonTree.tsx'

interface ChatMessagesProps {
  readonly run: string
  readonly messages: readonly ChatMessage[]
  /** The previous Request's view; the shared start is folded at first, and new messages are marked. */
  readonly before?: readonly ChatMessage[]
}

const NONE: readonly ChatMessage[] = []

/** Messages as the model saw them, in order, with what is new since the Request before marked. */
export function ChatMessages({ run, messages, before = NONE }: ChatMessagesProps) {
  const known = sameStart(before, messages)
  const earlier = useMemo(() => piecesOf(before), [before])
  const gone = useMemo(() => gonePieces(before, messages), [before, messages])
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
        <Message key={at} run={run} message={message} earlier={earlier} />
      ))}
      {gone.length > 0 && (
        <li>
          <details className={css.gone}>
            <summary>{say('gone', { count: gone.length })}</summary>
            {gone.map((piece) => (
              <Piece key={pieceKey(piece)} run={run} piece={piece} isNew={false} />
            ))}
          </details>
        </li>
      )}
    </ol>
  )
}

interface MessageProps {
  readonly run: string
  readonly message: ChatMessage
  /** Pieces that the Request before had; empty for a first Request. */
  readonly earlier: ReadonlySet<string>
}

function Message({ run, message, earlier }: MessageProps) {
  const pieces = chatPieces(message)
  const isNew = (piece: ChatPiece): boolean => earlier.size > 0 && !earlier.has(pieceKey(piece))
  const allNew = pieces.length > 0 && pieces.every(isNew)
  return (
    <li className={css.message} data-role={message.role}>
      <div className={css.role}>
        <span>{t(`messages.role.${message.role}`)}</span>
        {allNew && <span className={css.new}>{t('messages.new')}</span>}
        <span className={css.copy}>
          <CopyButton text={typeof message.content === 'string' ? message.content : JSON.stringify(message, null, 2)} />
        </span>
      </div>
      <div className={css.body}>
        {pieces.map((piece, at) => (
          // The pieces of a message have no identity but their place.
          <Piece key={at} run={run} piece={piece} isNew={!allNew && isNew(piece)} />
        ))}
      </div>
    </li>
  )
}

interface PieceProps {
  readonly run: string
  readonly piece: ChatPiece
  /** It came with this Request while others of its message were there before. */
  readonly isNew: boolean
}

function Piece({ run, piece, isNew }: PieceProps) {
  switch (piece.type) {
    case 'text':
      return <p className={css.text}>{piece.text}</p>
    case 'json':
      return <JsonTree run={run} value={piece.value} open={3} />
    case 'call': {
      const value = asContainer(piece.text)
      return (
        <section className={css.block}>
          <h3>{piece.name}</h3>
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
          <h3>
            {piece.block.title}
            {isNew && <span className={css.new}>{t('messages.new')}</span>}
          </h3>
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
