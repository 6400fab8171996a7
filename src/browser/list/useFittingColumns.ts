import { useEffect, useMemo, useState } from 'react'
import { isMenuFolded } from '../data/preferences/menuFolded.ts'
import { gridColumnWidth, minimumTotalWidth } from '../grid/columns/gridColumn.ts'
import { useNarrowScreen } from '../ui/useMediaQuery.ts'
import { fittingColumns } from './cells/fittingColumns.ts'
import type { FittingColumns, ListColumn } from './cells/listColumns.ts'
import { listGridColumns } from './cells/listGridColumns.ts'
import type { ListTools } from './listTools.ts'

/** Pixels at both sides of a list, its border, and the boxes that select. */
const sides = 90
/** Pixels of the side menu before it is drawn: open, and folded to icons. */
const menu = { open: 256, folded: 60 }

const mainOf = (): HTMLElement | null => document.querySelector('main')

const none: readonly ListColumn[] = []

/** The columns for which the page has room. Those that a person has chosen all stay, and the list scrolls. */
export function useFittingColumns(wanted: readonly ListColumn[], chosen: boolean, tools: ListTools): FittingColumns {
  // The painted width is asked while nothing has changed since: it costs no layout.
  const narrow = useNarrowScreen()
  const [room, setRoom] = useState(() => mainOf()?.clientWidth ?? innerWidth - menu[isMenuFolded(narrow) ? 'folded' : 'open'])
  useEffect(() => {
    const main = mainOf()
    if (!main) return
    const observer = new ResizeObserver(([entry]) => setRoom(now => entry?.contentRect.width ?? now))
    observer.observe(main)
    return () => observer.disconnect()
  }, [])
  const shown = useMemo(() => {
    const wide = listGridColumns(wanted, wanted, tools).reduce((sum, column) => sum + gridColumnWidth(column, {}), 0)
    return chosen || wide <= room - sides ? wanted : wanted.filter(({ view }) => !view.ifRoom)
  }, [wanted, chosen, room, tools])
  const columns = useMemo(() => listGridColumns(shown, shown, tools), [shown, tools])
  const over = chosen ? 0 : minimumTotalWidth(columns, {}) - (room - sides)
  return useMemo(
    () => (over > 0 ? fittingColumns(shown, columns, tools.register, over) : { fitting: shown, moved: none }),
    [over, shown, columns, tools.register],
  )
}
