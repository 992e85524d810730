import { useState } from 'react'
import { duration } from '../../../platform/ui/format.ts'
import css from './AnswerView.module.css'
import { say } from './say.ts'

const PAGE = 200

interface PiecesProps {
  readonly raw: string
  /** Milliseconds after the question, and how many characters came. */
  readonly pieces: readonly (readonly [ms: number, chars: number])[]
}

/** An answer as it streamed: when each piece came, and what it was. */
export function Pieces({ raw, pieces }: PiecesProps) {
  const [shown, setShown] = useState(PAGE)
  if (pieces.length === 0) return <p className={css.none}>{say('noPieces')}</p>
  return (
    <>
      <table className={css.pieces}>
        <thead>
          <tr>
            <th scope="col">{say('pieceAt')}</th>
            <th scope="col">{say('pieceText')}</th>
          </tr>
        </thead>
        <tbody>
          {textsOf(raw, pieces.slice(0, shown)).map(({ ms, text }, at) => (
            // Pieces have no identity but their place.
            <tr key={at}>
              <td>{duration(ms)}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {pieces.length > shown && (
        <button type="button" className={css.more} onClick={() => setShown(shown + 5 * PAGE)}>
          {say('morePieces', { count: pieces.length - shown })}
        </button>
      )}
    </>
  )
}

const textsOf = (
  raw: string,
  pieces: PiecesProps['pieces'],
): readonly { readonly ms: number; readonly text: string }[] => {
  let from = 0
  return pieces.map(([ms, chars]) => {
    const text = raw.slice(from, from + chars)
    from += chars
    return { ms, text }
  })
}
