import type { Json } from '@ensemble/core'
import type { Stored as StoredValue } from '@ensemble/core/journal'
import { useMemo, useState } from 'react'
import { artifactUrl } from '../../platform/api/run-client.ts'
import { remainder, resultParts, songOf, type ResultPart } from '../result/result-parts.ts'
import { Score } from '../result/Score.tsx'
import { ScoreFile } from '../result/ScoreFile.tsx'
import type { Song } from '../result/song/song-store.ts'
import { SongPlayer } from '../result/song/SongPlayer.tsx'
import { ValueView } from '../result/ValueView.tsx'
import { fileName } from '../artifacts/artifact.ts'
import { Stored } from '../trace/Stored.tsx'
import css from './compare.module.css'
import { say } from './say.ts'

interface SideBySideProps {
  readonly a: string
  readonly b: string
  readonly left: StoredValue<Json> | undefined
  readonly right: StoredValue<Json> | undefined
}

/** Two results next to each other; two songs share one player, which continues at the same place. */
export function SideBySide({ a, b, left, right }: SideBySideProps) {
  return (
    <Stored<Json | undefined> run={a} value={left}>
      {(one) => (
        <Stored<Json | undefined> run={b} value={right}>
          {(other) => <Pair a={a} b={b} one={one} other={other} />}
        </Stored>
      )}
    </Stored>
  )
}

interface Shown {
  readonly run: string
  readonly value: Json | undefined
  readonly song: Song | undefined
  readonly parts: readonly ResultPart[]
}

const shownOf = (run: string, value: Json | undefined): Shown => {
  const parts = value === undefined ? [] : resultParts(value)
  return { run, value, parts, song: songOf(parts, titleOf(value), ({ $artifact }) => artifactUrl(run, $artifact)) }
}

interface PairProps {
  readonly a: string
  readonly b: string
  readonly one: Json | undefined
  readonly other: Json | undefined
}

function Pair({ a, b, one, other }: PairProps) {
  const left = useMemo(() => shownOf(a, one), [a, one])
  const right = useMemo(() => shownOf(b, other), [b, other])
  return (
    <>
      {left.song !== undefined && right.song !== undefined && <TwoSongs left={left} right={right} />}
      <div className={css.sides}>
        <Value side={say('left')} shown={left} />
        <Value side={say('right')} shown={right} />
      </div>
    </>
  )
}

/** One player for two songs: what is heard changes, the place in it stays. */
function TwoSongs({ left, right }: { readonly left: Shown; readonly right: Shown }) {
  const [side, setSide] = useState<'left' | 'right'>('left')
  const { run, song, parts } = side === 'left' ? left : right
  if (song === undefined) return null
  const scores = parts.filter((part) => part.type === 'score' || part.type === 'scoreFile')
  return (
    <div className={css.listen}>
      <div className={css.transport}>
        <div className={css.switch} role="radiogroup" aria-label={say('listen')} title={say('listenHint')}>
          {(['left', 'right'] as const).map((each) => (
            <button key={each} type="button" role="radio" aria-checked={side === each} onClick={() => setSide(each)}>
              <span className={css.side}>{say(each)}</span>
              {(each === 'left' ? left : right).song?.title}
            </button>
          ))}
        </div>
        <SongPlayer song={song} continues />
      </div>
      {scores
        .slice(0, 1)
        .map((part) =>
          part.type === 'score' ? (
            <Score key={side} abc={part.abc} name={part.path.at(-1) ?? ''} followsSong />
          ) : (
            part.type === 'scoreFile' && <ScoreFile key={side} run={run} artifact={part.artifact} followsSong />
          ),
        )}
    </div>
  )
}

function Value({ side, shown: { run, value, parts } }: { readonly side: string; readonly shown: Shown }) {
  const rest = value === undefined ? undefined : remainder(value, undefined)
  return (
    <div className={css.value}>
      <span className={css.side}>{side}</span>
      {value === undefined && <p className={css.quiet}>{say('noOutput')}</p>}
      {parts.map(
        (part) =>
          part.type === 'image' && (
            <img
              key={part.artifact.$artifact}
              src={artifactUrl(run, part.artifact.$artifact)}
              alt={fileName(part.artifact)}
            />
          ),
      )}
      {rest !== undefined && <ValueView run={run} value={rest} />}
    </div>
  )
}

const titleOf = (value: Json | undefined): string | undefined =>
  typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string'
    ? value.title
    : undefined
