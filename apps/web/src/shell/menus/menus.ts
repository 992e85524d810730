/** The Commands of each menu, by id, in groups. One that is not possible now is left out. */
export const MENUS = {
  canvas: [
    ['newIdea', 'newNote', 'paste'],
    ['undo', 'redo', 'history'],
    ['selectAll', 'fit', 'tidy'],
    ['import', 'export'],
  ],
  idea: [
    ['open', 'rename', 'openInspector'],
    ['run', 'simulate'],
    ['add', 'fold', 'focusPath', 'group', 'ungroup'],
    ['copy', 'cut', 'duplicate'],
    ['readiness', 'experiments'],
    ['delete'],
  ],
  several: [
    ['group', 'ungroup'],
    ['alignLeft', 'alignTop', 'distributeAcross', 'distributeDown'],
    ['copy', 'cut', 'duplicate'],
    ['delete'],
  ],
  node: [['openInspector', 'focusPath', 'group', 'ungroup']],
  tool: [
    ['open', 'rename', 'openInspector'],
    ['goToTarget', 'switchMode', 'needApproval', 'liftToolCalls'],
    ['moveToolUp', 'moveToolDown'],
    ['copy', 'cut', 'duplicate'],
    ['delete'],
  ],
  edge: [['goToCaller', 'goToTarget'], ['openInspector', 'editSchema'], ['delete']],
  group: [['rename', 'fold', 'group', 'ungroup'], ['copy', 'cut', 'duplicate'], ['delete']],
  note: [['open'], ['copy', 'cut', 'duplicate'], ['delete']],
  span: [
    ['openInspector', 'showOnCanvas', 'openTrace', 'copySpanLink'],
    ['forkSpan', 'liftCalls'],
    ['compareRun', 'keepCase'],
  ],
  run: [
    ['openTrace', 'copySpanLink'],
    ['compareRun', 'keepCase'],
    ['closeRun', 'closeOtherRuns'],
    ['runs', 'cases', 'experiments'],
  ],
  dock: [['show.timeline', 'show.tree', 'show.messages', 'show.state', 'show.problems', 'show.result'], ['dock']],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>

export type MenuKind = keyof typeof MENUS
