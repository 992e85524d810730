// What an open Run shows in the dock, fetched as one piece when there is a Run to show.
export { DockHeader } from './DockHeader.tsx'
export { MessagesPanel } from '../trace/MessagesPanel.tsx'
export { RunTabs } from './RunTabs.tsx'
export { Scrubber } from '../trace/scrubber/Scrubber.tsx'
export { StatePanel } from '../trace/StatePanel.tsx'
export { Timeline } from '../trace/timeline/Timeline.tsx'
export { TreePanel } from '../trace/TreePanel.tsx'
