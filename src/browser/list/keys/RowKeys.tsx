import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useMemo, useRef } from 'react'
import { Kbd } from '../../../controls/Kbd.tsx'
import { rowScope } from '../../actions/rowScope.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import type { ListTools } from '../listTools.ts'
import { actionKeyOf, actionOfKey, toldKeys } from './rowKeys.ts'

interface Props {
  readonly tools: ListTools
  readonly rows: readonly RegisterRow[]
}

/** Keys that act on the focused row, and the line that names them. A row that was dealt with gives the keyboard to the next. */
export function RowKeys({ tools, rows }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const latest = useRef({ tools, rows })
  latest.current = { tools, rows }
  useEffect(() => listenForKeys(pageOf(line.current), () => latest.current), [])
  const shown = useMemo(
    () =>
      toldKeys(
        tools.rowActions,
        rows.map(row => rowScope(row)),
        tools.evaluate,
      ),
    [tools, rows],
  )
  const hasRows = rows.length > 0
  // The list takes keys as soon as it has rows, unless the focus is somewhere already.
  useEffect(() => {
    const first = latest.current.rows[0]
    if (hasRows && first && (isFocusFree() || document.activeElement?.tagName === 'MAIN'))
      pageOf(line.current)
        ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(first.id))}"][data-column]`)
        ?.focus()
  }, [hasRows])
  return (
    <chakra.p ref={line} display="flex" flexWrap="wrap" columnGap="4" rowGap="1" minHeight="1lh" textStyle="sm" color="fg.muted">
      {shown.length > 0 ? <span>{tools.say('list.row-keys')}:</span> : null}
      {shown.map(({ keys, title }) => (
        <chakra.span key={title} display="inline-flex" gap="1" alignItems="center">
          {keys.map(key => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {title}
        </chakra.span>
      ))}
    </chakra.p>
  )
}

/** The list's page: this line stands in its notes. */
const pageOf = (line: HTMLElement | null): HTMLElement | null | undefined => line?.parentElement?.parentElement

/**
 * Hears keys before the grid does. One is done after the other: what is pressed meanwhile waits for the row that comes then, and is
 * dropped where a row was not dealt with, for it was not meant for that one again.
 */
function listenForKeys(list: HTMLElement | null | undefined, latest: () => Props): (() => void) | undefined {
  if (!list) return undefined
  let waiting: string[] = []
  let busy = false
  const work = async (): Promise<void> => {
    busy = true
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift())
      if (!(await pressAt(list, key, latest()))) waiting = []
    busy = false
  }
  const hear = (event: KeyboardEvent): void => {
    const key = actionKeyOf(event)
    if (key === undefined) return
    const cell = focusedCell(list)
    // The row that is dealt with may have gone already, and the focus with it.
    const isBetweenRows = busy && isFocusFree() && !document.querySelector(':modal')
    if (!isBetweenRows && (!cell || event.target !== cell)) return
    const { tools, rows } = latest()
    const takes = busy ? tools.rowActions.some(({ keys }) => keys?.[key]) : cell && found(cell, key, { tools, rows })
    if (!takes) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    waiting.push(key)
    if (!busy) void work()
  }
  // React hears keys at its root, above the list.
  document.addEventListener('keydown', hear, { capture: true })
  return () => document.removeEventListener('keydown', hear, { capture: true })
}

/** Whether the keyboard is with nothing of the page. */
const isFocusFree = (): boolean => document.activeElement === null || document.activeElement === document.body

const focusedCell = (list: HTMLElement): HTMLElement | undefined => {
  const { activeElement: at } = document
  return at instanceof HTMLElement && at.dataset.row !== undefined && list.contains(at) ? at : undefined
}

function found(cell: HTMLElement, key: string, { tools, rows }: Props) {
  const row = rows.find(({ id }) => String(id) === cell.dataset.row)
  const action = row && actionOfKey(key, tools.rowActions, rowScope(row), tools.evaluate)
  return action && { row, action }
}

/** True when the row was dealt with, or there was nothing to do. */
async function pressAt(list: HTMLElement, key: string, props: Props): Promise<boolean> {
  const cell = focusedCell(list)
  const meant = cell && found(cell, key, props)
  if (!cell || !meant) return true
  const { row, action } = meant
  const at = props.rows.indexOf(row)
  const next = props.rows[at + 1] ?? props.rows[at - 1]
  const done = await props.tools.run(action, { row, ids: [String(row.id)] })
  const to = done && next ? next.id : row.id
  await focusRow(list, String(to), cell.dataset.column ?? '')
  return done
}

/** Done a frame later: after a dialog the focus goes where it came from first. */
async function focusRow(list: HTMLElement, row: string, column: string): Promise<void> {
  const go = (): void =>
    list.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"][data-column="${CSS.escape(column)}"]`)?.focus()
  go()
  await new Promise(requestAnimationFrame)
  go()
}
