import { writeGroups } from '../../../document/layout/layout-edits.ts'
import type { Group } from '../../../document/layout/group-tree.ts'
import { applyEdits, documentStore } from '../../../document/open/document-store.ts'
import { editInPlace } from '../../../document/graph/in-place.ts'
import { selectNode } from '../../../platform/session/session.ts'
import { InPlaceName } from '../../../platform/ui/InPlaceName.tsx'
import { t } from './texts.ts'

/** Writes a group's name. */
export function GroupTitle({ id, group }: { readonly id: string; readonly group: Group }) {
  return (
    <InPlaceName
      label={t('name')}
      value={group.title}
      onDone={(title) => {
        editInPlace(null)
        selectNode(id)
        if (title !== null)
          applyEdits('nameGroup', [writeGroups(documentStore.getState().files, new Map([[id, { ...group, title }]]))])
      }}
    />
  )
}
