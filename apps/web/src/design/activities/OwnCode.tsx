import { usesOf } from '../../document/edits/uses-of.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { goTo } from '../../platform/session/location.ts'
import { selectTool } from '../../platform/session/session.ts'
import css from './activities.module.css'
import { say } from './say.ts'

interface OwnCodeProps {
  readonly name: string
  /** Where it is declared, from the workspace's folder. */
  readonly file: string | undefined
}

/** An Activity in the owner's code: the page runs it and never writes it. Shows its place and its users. */
export function OwnCode({ name, file = 'activities/' }: OwnCodeProps) {
  const graph = useGraph()
  const uses = usesOf({ kind: 'activity', id: `activity:${name}`, name }, graph)
  return (
    <div className={css.form}>
      <div className={css.tools}>
        <h3>{name}</h3>
        <code className={css.hint}>{file}</code>
      </div>
      <div className={css.fields}>
        <p>{say('own.text', { file })}</p>
        <section className={css.rows} aria-label={say('own.uses')}>
          <h4>{say('own.uses')}</h4>
          {uses.length === 0 && <p className={css.hint}>{say('own.unused', { name })}</p>}
          <ul className={css.uses}>
            {uses.map(({ from, tool }) => (
              <li key={`${from}/${tool}`}>
                <button
                  type="button"
                  onClick={() => {
                    goTo('bench')
                    selectTool(from, tool)
                  }}
                >
                  <code>{tool}</code>
                  <span className={css.hint}>{graph.nodes.find(({ id }) => id === from)?.title ?? from}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
