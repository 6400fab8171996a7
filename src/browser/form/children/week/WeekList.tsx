import { Plus, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Button, IconButton } from '../../../../controls/Button.tsx'
import { describedBy, FieldNotes, FormField } from '../../../../controls/fields/FormField.tsx'
import { showToast } from '../../../../controls/overlays/toasts.ts'
import { asValue } from '../../../../kinds/asValue.ts'
import type { ControlField } from '../../../../kinds/controlProps.ts'
import { KindInput } from '../../../../kinds/inputs.ts'
import type { Value, ValueProblem } from '../../../../kinds/kind.ts'
import { newRecord } from '../../../../model/defaults.ts'
import { formatProblem } from '../../../../model/formatMessage.ts'
import type { ChildList, Register } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import type { WeekView } from '../../../../model/views/formView.ts'
import { childCellPath } from '../../draft/childCellPath.ts'
import { addRow, changeRow, type DraftRow, removeRow } from '../../draft/draftRows.ts'
import type { ListViewState } from '../../draft/formState.ts'
import { useForm, useFormState } from '../../formContext.ts'
import { putBack } from '../../history/childListUndo.ts'
import { keepGrid } from '../keepGrid.ts'
import { type LineOfRow, type WeekLine, weekLines, weekLineText, withDays, withLines } from './weekLines.ts'
import './week.css'

export interface WeekListProps {
  readonly list: ChildList
  readonly child: Register
  readonly week: WeekView
  /** Its rows are only to be seen. */
  readonly locked: boolean
}

const none: readonly DraftRow[] = []

/** Rows that are hours on days of the week: days as buttons that stay pressed, two times, and a line for all days with the same. */
export default function WeekList({ list, child, week, locked }: WeekListProps) {
  const form = useForm()
  const { say, grids, id: formId } = form
  const { name, max } = list
  const rows = useFormState(state => state.lists[name]?.rows) ?? none
  const problems = useFormState(state => state.lists[name]?.problems)
  const known = useRef<LineOfRow>(new Map())
  known.current = withLines(known.current, rows, week)
  const lines = weekLines(rows, known.current, week)
  const box = useRef<HTMLDivElement>(null)
  const idOf = useCallback((line: string): string => `${formId}-week-${name}-${line}`, [formId, name])
  const reveal = useCallback(
    (line: string, column: string): void => {
      const control = document.getElementById(`${idOf(line)}-${column}`)
      const target = control?.matches('input') ? control : control?.querySelector('button')
      target?.focus()
    },
    [idOf],
  )
  // A problem of a row leads here as it leads to a cell of a grid.
  const hand = useMemo(() => keepGrid(grids, name, [...week.days, week.from, week.to]), [grids, name, week])
  useEffect(() => {
    const columnOf = (column: string): string => (column === week.from || column === week.to ? column : 'days')
    hand({ reveal: ({ row, column }) => reveal(known.current.get(row) ?? row, columnOf(column)), setUnreadable: () => undefined })
    return () => hand(null)
  }, [hand, reveal, week])

  const { add, remove, putDays, putTime } = useWeekChanges({ list, child, week, known, reveal, box })
  const growing = !locked && (max === undefined || rows.filter(row => !row.removed).length < max)
  return (
    <div ref={box} className="week">
      {lines.length === 0 ? <p className="form-code">{list.help ?? say('empty-list')}</p> : null}
      {lines.map(line => (
        <Line
          key={line.id}
          id={idOf(line.id)}
          list={name}
          {...{ line, child, week, locked, problems }}
          onDays={days => putDays(line, days)}
          onTime={(column, ...typed) => putTime(line, column, ...typed)}
          onRemove={() => remove(line)}
        />
      ))}
      {growing ? (
        <Button size="sm" className="form-add" icon={<Plus aria-hidden />} onClick={add}>
          {say('week.add')}
        </Button>
      ) : null}
    </div>
  )
}

interface WeekPlace extends Pick<WeekListProps, 'list' | 'child' | 'week'> {
  readonly known: { current: LineOfRow }
  readonly box: { readonly current: HTMLElement | null }
  reveal(line: string, column: string): void
}

/** Changes of lines, as changes of their rows. */
function useWeekChanges({ list, child, week, known, box, reveal }: WeekPlace) {
  const { store, say, model, origin } = useForm()
  const { name } = list
  const add = (): void => {
    const values = newRecord(model, child.name, { ...origin, parent: store.draft().values })
    store.rows(name, now => addRow(now, values))
    const key = store.draft().rows[name]?.at(-1)?.key
    if (key) requestAnimationFrame(() => reveal(key, 'days'))
  }
  const remove = (line: WeekLine): void => {
    const before = store.draft().rows[name] ?? none
    store.rows(name, now => line.keys.reduce(removeRow, now))
    const undo = (): void =>
      store.rows(name, now =>
        before.reduceRight(
          (back, row, at) => (line.keys.includes(row.key) ? putBack(back, row, before[at + 1]?.key) : back),
          now,
        ),
      )
    showToast({ text: say('week.removed'), undo })
    box.current?.querySelector<HTMLElement>('button.form-add')?.focus()
  }
  const putDays = (line: WeekLine, days: Value): void => {
    const chosen = Array.isArray(days) ? days.map(Number) : []
    store.rows(name, now => {
      const next = withDays(now, line, chosen, week)
      known.current = new Map([...known.current, ...next.added.map(key => [key, line.id] as const)])
      return next.rows
    })
  }
  const putTime = (line: WeekLine, column: string, value: Value, problem?: ValueProblem, text?: string): void => {
    const [key = ''] = line.keys
    store.readCell(
      childCellPath(name, { row: key, column }),
      problem && { ...problem, ...(text === undefined ? {} : { text }) },
      true,
    )
    if (!problem) store.rows(name, now => line.keys.reduce((all, each) => changeRow(all, each, { [column]: value }), now))
  }
  return { add, remove, putDays, putTime }
}

interface LineProps {
  readonly id: string
  /** Name of the list. */
  readonly list: string
  readonly line: WeekLine
  readonly child: Register
  readonly week: WeekView
  readonly locked: boolean
  readonly problems: ListViewState['problems'] | undefined
  onDays(days: Value): void
  onTime(column: string, value: Value, problem?: ValueProblem, text?: string): void
  onRemove(): void
}

/** The days and hours of one line. */
function Line({ id, list, line, child, week, locked, problems, onDays, onTime, onRemove }: LineProps) {
  const { say, model, store } = useForm()
  const [key = ''] = line.keys
  const told = (columns: readonly string[]): string | undefined => {
    const found = line.keys.flatMap(key => columns.flatMap(column => problems?.[`${key}.${column}`] ?? []))[0]
    return found && formatProblem(model, found)
  }
  const text = weekLineText(line)
  const daysError = told(week.days)
  const days: ControlField = { kind: 'weekdays', name: 'days', title: say('week.days'), required: true }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a box
    <div className="week-line" role="group" aria-label={text || say('week.new')}>
      <div className="week-days">
        <KindInput
          id={`${id}-days`}
          field={days}
          value={line.days}
          readOnly={locked}
          invalid={daysError !== undefined}
          describedBy={describedBy(`${id}-days`, { error: daysError })}
          onChange={onDays}
        />
        <FieldNotes id={`${id}-days`} error={daysError} />
      </div>
      <div className="week-hours">
        {[week.from, week.to].map(column => {
          const field = fieldOf(child, column)
          const error = told([column])
          return field ? (
            <div key={column} className="week-time">
              <FormField id={`${id}-${column}`} label={field.title} required={field.required} error={error}>
                <KindInput
                  id={`${id}-${column}`}
                  field={field}
                  value={asValue(column === week.from ? line.from : line.to)}
                  typed={store.shown().unreadable[childCellPath(list, { row: key, column })]?.text}
                  readOnly={locked}
                  invalid={error !== undefined}
                  describedBy={describedBy(`${id}-${column}`, { error })}
                  onChange={(...typed) => onTime(column, ...typed)}
                />
              </FormField>
            </div>
          ) : null
        })}
        {locked ? null : (
          <IconButton label={say('week.remove', { text: text || say('week.new') })} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  )
}
