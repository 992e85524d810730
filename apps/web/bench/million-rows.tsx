import { createTraceLog, NO_USAGE, type Span } from '@ensemble/core/trace'
import { createRoot } from 'react-dom/client'
import { createTestJournal } from '../../../packages/core/src/trace/test-journal.ts'
import { RowList } from '../src/runs/trace/RowList.tsx'
import type { TraceRow } from '../src/runs/trace/rows.ts'
import { Line } from '../src/runs/trace/timeline/Line.tsx'
import '../src/platform/styles/tokens.css'
import '../src/platform/styles/base.css'

// The timeline's own list and lines, over a million of them: what `npm run bench -- trace` scrolls.
const ROWS = 1_000_000
const log = createTraceLog(createTestJournal(341, { trouble: 0.6 }))
const spans = log.spans.inOrder.flatMap(({ latest }) => latest ?? [])
const [start = 0, end = 1] = [log.times[0], log.times.at(-1)]

const spanOf = (row: TraceRow): Span | undefined => spans[Number(row.id) % spans.length]
const rows: readonly TraceRow[] = Array.from({ length: ROWS }, (_, at) => ({
  id: String(at),
  span: String(at),
  depth: at % 7,
  expandable: at % 7 < 3,
  expanded: true,
  isAround: false,
}))

const scale = { start, end, folds: [] }

const root = document.querySelector('#root')
if (root !== null)
  createRoot(root).render(
    <RowList label="rows" rows={rows} rowHeight={24} index={-1} onKeyDown={() => undefined}>
      {(row) => {
        const span = spanOf(row)
        return (
          span && (
            <Line
              row={row}
              title={span.title}
              label={`#${row.id}`}
              final={span}
              span={span}
              scale={scale}
              runEnd={end}
              now={end}
              workMs={(span.endedAt ?? end) - span.openedAt}
              waitMs={0}
              usage={NO_USAGE}
              cost={null}
            />
          )
        )
      }}
    </RowList>,
  )
