import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { placeStore } from '../../platform/session/location.ts'
import { MessagesPanel } from '../../runs/trace/MessagesPanel.tsx'
import { Timeline } from '../../runs/trace/timeline/Timeline.tsx'
import { TreePanel } from '../../runs/trace/TreePanel.tsx'
import { amendTrace, isTraceView, TRACE_VIEWS, viewOf, type TraceViewName } from './place.ts'
import { say } from './say.ts'
import { ToolTable } from './ToolTable.tsx'
import css from './trace.module.css'

/** The Run's spans in one of four views; the address says which. */
export function TraceViews() {
  const view = useStore(placeStore, viewOf)
  const panels: Readonly<Record<TraceViewName, ReactNode>> = {
    waterfall: <Timeline />,
    tree: <TreePanel />,
    tools: <ToolTable />,
    messages: <MessagesPanel />,
  }
  return (
    <Tabs.Root
      className={css.views}
      value={view}
      onValueChange={(value) => isTraceView(value) && amendTrace({ view: value })}
    >
      <Tabs.List className={css.tabs} aria-label={say('views')}>
        {TRACE_VIEWS.map((name) => (
          <Tabs.Trigger key={name} value={name} className={css.tab}>
            {say(`view.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={view} value={view} className={css.content} tabIndex={-1}>
        {panels[view]}
      </Tabs.Content>
    </Tabs.Root>
  )
}
