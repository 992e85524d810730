import { editInPlace } from '../../document/graph/in-place.ts'
import { nameFault } from '../../document/texts/files.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'
import { toolNameFor } from '../../document/edits/names.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { InPlaceName } from '../../platform/ui/InPlaceName.tsx'
import { nameTool } from './name.ts'
import { t } from './texts.ts'

interface ToolNameProps {
  readonly idea: string
  readonly tool: string
  /** The zoom of the canvas; the text stays readable when it is small. */
  readonly zoom?: number
}

/** Written out at least this large, in pixels of the window. */
const READABLE = 12

/** Edits the name of a Tool in place; words become one name. */
export function ToolName({ idea, tool, zoom = 1 }: ToolNameProps) {
  const others = toolsOfIdea(documentStore.getState().files, idea).flatMap(({ name }) => (name === tool ? [] : [name]))
  return (
    <InPlaceName
      label={t('tool')}
      isCode
      style={{ fontSize: Math.max(READABLE, READABLE / zoom) }}
      value={tool}
      faultOf={(text) => {
        const name = toolNameFor(text)
        const fault = nameFault(name, others)
        return fault === null ? null : t(fault, { name })
      }}
      onDone={(text) => {
        editInPlace(null)
        if (text !== null) nameTool(idea, tool, toolNameFor(text))
      }}
    />
  )
}
