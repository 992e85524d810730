// What an open Run shows in the dock, fetched as one piece when there is a Run to show.
export { DockHeader } from './DockHeader.tsx'
export { MessagesPanel } from './MessagesPanel.tsx'
export { RunTabs } from './RunTabs.tsx'
export { Scrubber } from './scrubber/Scrubber.tsx'
export { StatePanel } from './StatePanel.tsx'
export { Timeline } from './timeline/Timeline.tsx'
export { TreePanel } from './TreePanel.tsx'
