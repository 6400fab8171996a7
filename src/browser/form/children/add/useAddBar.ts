import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { referenceId } from '../../../../kinds/inputServices.tsx'
import type { Value, ValueProblem } from '../../../../kinds/kind.ts'
import { referenceSearching } from '../../../../kinds/reference/referenceSearching.ts'
import { computedDefault, newRecord } from '../../../../model/defaults.ts'
import { referencesOf } from '../../../../model/expression/referenceReads.ts'
import type { AddBarView } from '../../../../model/field.ts'
import type { ChildList, Field, Register } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import { editedValues } from '../../draft/computedFields.ts'
import { addRow, type FieldValues } from '../../draft/draftRows.ts'
import { equal, isEmptyValue } from '../../draft/equal.ts'
import { draftScope } from '../../draft/recordDraft.ts'
import { type FormShared, useForm } from '../../formContext.ts'
import { type AddFault, findAddFault, nextFieldToFill, type TypedRow } from './addRow.ts'
import { fetchChosen, fetchScanned, fieldsReadOf } from './chosenRecord.ts'

/** The bar as it is drawn. */
export interface AddBarState {
  readonly row: TypedRow
  readonly fault: AddFault | undefined
  /** Counts the rows that were added: the controls of each row are new ones. */
  readonly round: number
  /** The last line added. */
  readonly added: string
}

export interface AddBarPlace {
  readonly list: ChildList
  readonly child: Register
  readonly bar: AddBarView
  /** Gives a field of the bar the keyboard. */
  focus(field: string): void
}

/** Holds the commands of the bar: type, press Enter in a field, scan, add. */
export function useAddBar(place: AddBarPlace) {
  const form = useForm()
  const [work] = useState(() => createWork(form, place))
  const [state, show] = useState<AddBarState>(work.first)
  work.show.current = show
  work.place.current = place
  // The first value of a field may follow from text typed elsewhere meanwhile.
  useEffect(() => work.renew())
  const { type, enter, scan, add } = work
  return { state, type, enter, scan, add }
}

/** The bar's state, outside React: a letter and the Enter after it meet the same row. */
function createBarState({ store, model, context, origin }: FormShared, { child }: AddBarPlace) {
  const show: { current: (state: AddBarState) => void } = { current: () => undefined }
  const parent = (): FieldValues => draftScope(store.draft(), context)
  const fresh = (): TypedRow => ({ values: newRecord(model, child.name, { ...origin, parent: parent() }), unread: {} })
  const first: AddBarState = { row: fresh(), fault: undefined, round: 0, added: '' }
  let state = first
  return {
    show,
    first,
    fresh,
    parent,
    now: () => state,
    put: (change: Partial<AddBarState>): void => {
      state = { ...state, ...change }
      show.current(state)
    },
    scope: (): FieldValues => ({ ...context.scope, ...state.row.values, parent: parent(), isNew: true }),
  }
}

/** Holds values that nobody typed: taken from a chosen record, or a field's first value. They give way to typed ones, and to those proposed next. */
function createProposals(form: FormShared, at: AddBarPlace, { now, put, parent }: ReturnType<typeof createBarState>) {
  let filled: FieldValues = {}
  let typed = new Set<string>()
  const soFar = (): RowSoFar => ({ values: now().row.values, filled, parent: parent(), typed })
  return {
    takeRecord(field: Field, record: FieldValues): void {
      const taken = takenFrom(form, at, soFar(), field, record)
      filled = taken.filled
      put({ row: { ...now().row, values: taken.values } })
    },
    renew(): void {
      const begun = begunFields(form, at, soFar(), [])
      if (begun.length === 0) return
      const values = Object.fromEntries(begun)
      filled = { ...filled, ...values }
      put({ row: { ...now().row, values: { ...now().row.values, ...values } } })
    },
    typed: (name: string): void => {
      typed.add(name)
    },
    forget(): void {
      filled = {}
      typed = new Set()
    },
  }
}

function createWork(form: FormShared, at: AddBarPlace) {
  const { store, context } = form
  const { list, child, bar } = at
  const place = { current: at }
  const state = createBarState(form, at)
  const { show, first, fresh, now, put, scope } = state
  const proposals = createProposals(form, at, state)
  const { takeRecord, renew } = proposals
  /** Enter was pressed for a row whose record is still being looked for. */
  let waiting = false
  const coming = createComing(form.rowsToCome)
  const { fetching, fetchRecord } = createFetching(form, at, state, takeRecord)

  const type = (name: string, value: Value, problem?: ValueProblem): void => {
    proposals.typed(name)
    const { [name]: _, ...others } = now().row.unread
    const field = fieldOf(child, name)
    const as = field?.reference?.as
    const before = now().row.values
    const edited = problem ? before : editedValues(child, before, name, value, { ...scope(), ...before }, context.evaluate)
    const values = as === undefined || equal(before[name], value) ? edited : { ...edited, [as]: undefined }
    put({ row: { values, unread: problem ? { ...others, [name]: problem } : others }, fault: undefined, added: '' })
    if (problem && problem.code !== referenceSearching) {
      waiting = false
      coming.end(false)
    }
    if (problem) return
    const id = field?.reference && !equal(before[name], value) ? referenceId(value) : undefined
    if (field && id !== undefined) fetchRecord(field, id)
    if (waiting) void add()
  }

  const add = async (): Promise<void> => {
    waiting = Object.values(now().row.unread).some(({ code }) => code === referenceSearching)
    if (waiting || fetching.size > 0) coming.begin()
    if (waiting) return
    const { round } = now()
    if (fetching.size > 0) await Promise.allSettled(fetching)
    // Enter was pressed twice: the row is in the list.
    coming.end(now().round !== round || addNow())
  }

  const addNow = (): boolean => {
    const { round, row } = now()
    const answers = scope()
    const fault = findAddFault(bar, child, row, expression => context.evaluate(child, expression, answers))
    if (fault) {
      put({ fault })
      place.current.focus(fault.field)
      return false
    }
    proposals.forget()
    // The next key is already on its way to the next row.
    flushSync(() => {
      store.rows(list.name, rows => addRow(rows, row.values))
      put({ row: fresh(), fault: undefined, round: round + 1, added: nameOf(form, child, bar, row.values) })
    })
    place.current.focus(bar.fields[0] ?? '')
    lookUpAdded(form, at, row.values)
    return true
  }

  const enter = (name: string): void => {
    const next = nextFieldToFill(bar, child, now().row, name)
    next === undefined ? void add() : place.current.focus(next)
  }

  const choose = (field: Field, id: string | number, record: FieldValues): void => {
    const { [field.name]: _, ...unread } = now().row.unread
    flushSync(() => {
      put({ row: { values: { ...now().row.values, [field.name]: id }, unread }, fault: undefined, added: '' })
      takeRecord(field, record)
    })
    enter(field.name)
  }
  return { first, show, place, type, enter, scan: scanInto(form, at, choose), add, renew }
}

/** Tells the form that a row of this bar is to come, until it is there or is not. */
function createComing(all: Set<Promise<boolean>>) {
  let resolve: ((came: boolean) => void) | undefined
  return {
    begin(): void {
      if (resolve) return
      const row = new Promise<boolean>(done => {
        resolve = done
      })
      all.add(row)
      void row.then(() => all.delete(row))
    },
    end(came: boolean): void {
      resolve?.(came)
      resolve = undefined
    },
  }
}

/** Fetches chosen records, and takes each into the row that chose it if that is still there. */
function createFetching(
  form: FormShared,
  at: AddBarPlace,
  { now }: ReturnType<typeof createBarState>,
  takeRecord: (field: Field, record: FieldValues) => void,
) {
  const fetching = new Set<Promise<unknown>>()
  return {
    fetching,
    fetchRecord(field: Field, id: string | number): void {
      const { round } = now()
      const asked = askFor(form, at, field, id).then(record => {
        if (record && now().round === round && now().row.values[field.name] === id) takeRecord(field, record)
      })
      fetching.add(asked)
      void asked.finally(() => fetching.delete(asked))
    },
  }
}

const askFor = ({ model, register }: FormShared, { list, bar }: AddBarPlace, field: Field, id: string | number) =>
  fetchChosen(field.reference?.to ?? '', id, fieldsReadOf(model, register, list, field, bar))

/** Sets off the lookups of what was typed into the row that was just added. */
function lookUpAdded({ store, lookUpIn }: FormShared, { list, bar }: AddBarPlace, values: FieldValues): void {
  const key = store.draft().rows[list.name]?.at(-1)?.key
  const given = new Set(bar.fields.filter(name => !isEmptyValue(values[name])))
  if (key !== undefined) for (const name of given) lookUpIn(list.name, key, name, given)
}

interface RowSoFar {
  readonly values: FieldValues
  /** The values that a chosen record has put there. */
  readonly filled: FieldValues
  readonly parent: FieldValues
  /** Fields in which somebody typed. */
  readonly typed: ReadonlySet<string>
}

/** Fields of the bar that begin with another value now; of those that read what was chosen, only where `chosen` names it. */
function begunFields(
  { model, origin }: FormShared,
  { child, bar }: AddBarPlace,
  { values, filled, parent, typed }: RowSoFar,
  chosen: readonly string[],
): [string, unknown][] {
  return Object.entries(bar.begins ?? {}).flatMap(([name, defaultWhen]) => {
    const field = fieldOf(child, name)
    const read = referencesOf(model, child, defaultWhen)
    const stands = !isEmptyValue(values[name]) && !(name in filled && equal(filled[name], values[name]))
    if (!field || typed.has(name) || stands || !read.every(as => chosen.includes(as)) || (chosen.length > 0 && read.length === 0))
      return []
    const value = computedDefault(
      model,
      child.name,
      { ...field, defaultWhen },
      { ...origin, parent, record: values, isNew: true },
    )
    return value === undefined || equal(value, values[name]) ? [] : [[name, value]]
  })
}

/** A record was chosen: what its row takes over from it, where nobody wrote anything else. */
function takenFrom(
  form: FormShared,
  at: AddBarPlace,
  { values: before, filled: known, parent, typed }: RowSoFar,
  { reference }: Field,
  record: FieldValues,
): Pick<RowSoFar, 'values' | 'filled'> {
  const { model, origin } = form
  const { child } = at
  const as = reference?.as ?? ''
  let values: FieldValues = { ...before, [as]: record }
  let filled = known
  for (const field of child.fields) {
    const { name, defaultWhen } = field
    if (defaultWhen === undefined || !referencesOf(model, child, defaultWhen).includes(as)) continue
    if (!isEmptyValue(values[name]) && !(name in filled && equal(filled[name], values[name]))) continue
    const value = computedDefault(model, child.name, field, { ...origin, parent, record: values, isNew: true })
    if (value === undefined) continue
    values = { ...values, [name]: value }
    filled = { ...filled, [name]: value }
  }
  const begun = Object.fromEntries(begunFields(form, at, { values, filled, parent, typed }, [as]))
  return { values: { ...values, ...begun }, filled: { ...filled, ...begun } }
}

/** A code was scanned: its record is chosen. Tells whether there is one. */
function scanInto(
  { model, register }: FormShared,
  { list, child, bar }: AddBarPlace,
  choose: (field: Field, id: string | number, record: FieldValues) => void,
) {
  return async (code: string): Promise<boolean> => {
    const field = fieldOf(child, bar.fields[0] ?? '')
    if (!field?.reference || code === '') return false
    const record = await fetchScanned(field.reference, code, bar.scan, fieldsReadOf(model, register, list, field, bar))
    const id = record?.id
    if (!record || (typeof id !== 'number' && typeof id !== 'string')) return false
    choose(field, id, record)
    return true
  }
}

/** How the row's first field is read: the name of the record that it refers to. */
function nameOf({ model }: FormShared, child: Register, { fields: [first = ''] }: AddBarView, values: FieldValues): string {
  const reference = fieldOf(child, first)?.reference
  const record = reference && values[reference.as]
  const label = reference && model.registers[reference.to]?.label
  const named = typeof record === 'object' && record !== null && label !== undefined ? Reflect.get(record, label) : values[first]
  return String(named ?? '')
}
