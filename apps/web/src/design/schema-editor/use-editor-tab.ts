import { useState } from 'react'

const ALL = ['sees', 'strict', 'try', 'bothWays', 'types', 'history', 'readiness'] as const
export type EditorTab = (typeof ALL)[number]
const OF_TOOLS: ReadonlySet<EditorTab> = new Set(['strict', 'try', 'bothWays', 'types'])

export const tabsOf = (isTool: boolean): readonly EditorTab[] => ALL.filter((tab) => isTool || !OF_TOOLS.has(tab))

let last: EditorTab = 'sees'

/** The editor opens with this tab. */
export const openWithTab = (tab: EditorTab): void => {
  last = tab
}

/** The tab below the text: the last chosen one, in any part. */
export function useEditorTab(isTool: boolean): readonly [EditorTab, (next: EditorTab) => void] {
  const [tab, setTab] = useState<EditorTab>(() => (tabsOf(isTool).includes(last) ? last : 'sees'))
  const choose = (next: EditorTab): void => {
    last = next
    setTab(next)
  }
  return [tab, choose]
}
