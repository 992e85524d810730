import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { byFile, type Hit } from '../../document/edits/find.ts'
import { ideaId, ideaNameOf } from '../../document/texts/files.ts'
import { revealRange } from '../../document/open/reveal.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { closeDialog, selectNode, sessionStore } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import css from './find.module.css'
import { say } from './say.ts'

interface HitListProps {
  readonly hits: readonly Hit[]
  /** Those that shall stay as they are. */
  readonly left: ReadonlySet<string>
  readonly replacement: string
  readonly empty: string
  readonly onToggle: (ids: readonly string[], isChosen: boolean) => void
}

const PAGE = 100

const placeOf = ({ path }: Hit): string => path.join(' › ')

/** Leaves the dialog for the place in the text. */
function goTo({ file, offset, length }: Hit): void {
  closeDialog()
  const idea = ideaNameOf(file)
  if (idea !== null) {
    selectNode(ideaId(idea))
    canvasView()?.reveal(ideaId(idea))
  }
  sessionStore.setState(({ panels }) => ({ inspectorTab: 'json', panels: { ...panels, inspector: true } }))
  revealRange({ file, offset, length })
}

/** Every place that was found, file by file, as it is and as it would become. */
export function HitList({ hits, left, replacement, empty, onToggle }: HitListProps) {
  const [shown, setShown] = useState(PAGE)
  const groups = [...byFile(hits.slice(0, shown))]
  const all = byFile(hits)
  if (hits.length === 0) return <p className={css.empty}>{empty}</p>
  return (
    <>
      <p className={css.count} role="status">
        {say('inFiles', { hits: say('hits', { count: hits.length }), count: all.size })}
      </p>
      <div className={css.list}>
        {groups.map(([file, own]) => {
          const ids = (all.get(file) ?? []).map(({ id }) => id)
          return (
            <section key={file} aria-label={file}>
              <label className={css.file}>
                <input
                  type="checkbox"
                  aria-label={say('all', { file })}
                  checked={ids.every((id) => !left.has(id))}
                  onChange={(event) => onToggle(ids, event.currentTarget.checked)}
                />
                <code>{file}</code>
                <span className={css.number}>{ids.length}</span>
              </label>
              <ul className={css.hits}>
                {own.map((hit) => (
                  <li key={hit.id}>
                    <label className={css.hit}>
                      <input
                        type="checkbox"
                        aria-label={say('choose', { place: placeOf(hit) })}
                        checked={!left.has(hit.id)}
                        onChange={(event) => onToggle([hit.id], event.currentTarget.checked)}
                      />
                      <span className={css.words}>
                        {hit.before}
                        <del>{hit.found}</del>
                        {replacement !== '' && !left.has(hit.id) && <ins>{replacement}</ins>}
                        {hit.after}
                      </span>
                      <span className={css.place} title={placeOf(hit)}>
                        {hit.path.slice(-2).join(' › ')}
                      </span>
                    </label>
                    {ideaNameOf(file) !== null && (
                      <IconButton
                        label={say('go', { place: placeOf(hit) })}
                        Icon={ArrowUpRight}
                        size={13}
                        onClick={() => goTo(hit)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
        {hits.length > shown && (
          <Button size="small" look="quiet" onClick={() => setShown(shown + PAGE)}>
            {say('more', { count: Math.min(PAGE, hits.length - shown) })}
          </Button>
        )}
      </div>
    </>
  )
}
