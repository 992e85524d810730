import { connect } from '../../document/commands/nodes/connect.ts'
import { ADD_HANDLE } from '../../document/layout/geometry.ts'
import { ideaId } from '../../document/texts/files.ts'
import { t } from '../../platform/i18n/dialogs.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { closeDialog } from '../../platform/session/session.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import styles from './lists.module.css'

/** Delegation by keyboard: the Ideas that one can delegate to, and the Activities that can be given a Tool. */
export function ConnectDialog({ idea }: { readonly idea: string }) {
  const graph = useGraph()
  const others = graph.nodes.filter(({ kind, name }) => (kind === 'idea' && name !== idea) || kind === 'activity')
  return (
    <DialogFrame title={t('connectDialog.title', { idea })} text={t('connectDialog.text')}>
      {others.length === 0 && <p>{t('connectDialog.empty')}</p>}
      <ul className={styles.list}>
        {others.map((node) => (
          <li key={node.id}>
            <button
              type="button"
              className={styles.choice}
              onClick={() => {
                connect({ node: ideaId(idea), handle: ADD_HANDLE }, node.id)
                closeDialog()
              }}
            >
              <b>{node.title ?? node.name}</b>
              <span>{node.kind === 'activity' ? t('canvas.activity') : node.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </DialogFrame>
  )
}
