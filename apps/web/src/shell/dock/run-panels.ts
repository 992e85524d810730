// An open Run's panels in the dock, fetched together when a Run is shown.
export { DockHeader } from './DockHeader.tsx'
export { FailureLine } from '../../runs/result/FailureLine.tsx'
export { MessagesPanel } from '../../runs/trace/MessagesPanel.tsx'
export { RunTabs } from './RunTabs.tsx'
export { Scrubber } from '../../runs/trace/scrubber/Scrubber.tsx'
export { StatePanel } from '../../runs/trace/StatePanel.tsx'
export { Timeline } from '../../runs/trace/timeline/Timeline.tsx'
export { TreePanel } from '../../runs/trace/TreePanel.tsx'
