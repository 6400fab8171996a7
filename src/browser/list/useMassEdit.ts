import { useEffect, useMemo, useState } from 'react'
import type { Value, ValueProblem } from '../../kinds/kind.ts'
import type { Field } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import type { FoundRecords } from '../data/record.ts'
import { countRows } from '../data/rows.ts'
import { newAction } from '../data/undo.ts'
import type { ActionDialogProps } from './actionDialog.ts'
import { checkValue } from './checkValue.ts'
import { applyChange, fetchValues, type Refusal, type Values } from './massCalls.ts'
import { narrowing } from './query.ts'
import { isNarrowed } from './urlState.ts'
import { useListState } from './useListState.ts'
import { tellSwitched } from './useRunAction.ts'

/** Which records are meant: those chosen, or all that the list finds. */
export type Which = 'chosen' | 'all'

export interface MassEditModel {
  readonly field: Field | undefined
  readonly value: Value
  readonly problem: ValueProblem | undefined
  readonly empty: boolean
  readonly which: Which
  /** All rows of the list, once counted, and whether a filter narrows it. */
  readonly all: { readonly count: number | undefined; readonly narrowed: boolean }
  readonly values: Values | undefined
  readonly saving: boolean
  readonly refusal: Refusal | undefined
  chooseField(name: string): void
  chooseWhich(which: Which): void
  setEmpty(empty: boolean): void
  setValue(value: Value, problem?: ValueProblem): void
  apply(validas: boolean): Promise<void>
}

interface Typed {
  readonly name: string
  readonly value: Value
  readonly problem: ValueProblem | undefined
  readonly empty: boolean
}

const untouched: Typed = { name: '', value: null, problem: undefined, empty: false }

/** State of the mass edit: what is chosen, what it would change, what became of it. */
export function useMassEdit({ tools, action, ids, onClose }: ActionDialogProps): MassEditModel {
  const { register, say, undoing } = tools
  const [state] = useListState(register)
  const [typed, setTyped] = useState(untouched)
  const [which, setWhich] = useState<Which>('chosen')
  const [tries, setTries] = useState(0)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const field = typed.name === '' ? undefined : fieldOf(register, typed.name)
  const whole = useMemo(() => narrowing(state, register), [state, register])
  const records = useMemo<FoundRecords>(() => (which === 'all' ? whole : { where: { id: { inq: ids } } }), [which, whole, ids])
  const next = field ? nextOf(field, typed) : undefined
  const values = useValues(tools, records, field, next, tries)

  const change = (more: Partial<Typed>): void => {
    setTyped(old => ({ ...old, ...more }))
    setRefusal(undefined)
  }
  const apply = async (validas: boolean): Promise<void> => {
    if (!field || next === undefined || !values) return
    setSaving(true)
    setRefusal(undefined)
    const deed = newAction()
    try {
      const dados = { [field.name]: next }
      const outcome = await applyChange(register, { registros: records, dados, visto: values.visto, validas }, deed)
      if (!('alterados' in outcome)) {
        // Seen now: what changed meanwhile is part of the next preview.
        setTries(count => count + 1)
        return setRefusal(outcome)
      }
      if (outcome.alterados > 0)
        undoing.did(deed, say(action.success ?? 'list.mass-done', { count: outcome.alterados, title: field.title }))
      // Those that a filter found are told nowhere: they may be very many.
      if (which === 'chosen') void tellSwitched(register, dados, { ids }, tools.evaluate, say)
      onClose(true)
    } catch {
      setRefusal({ lines: [{ id: '', text: say('something-wrong') }], count: 0, valid: 0 })
    } finally {
      setSaving(false)
    }
  }
  return {
    ...typed,
    field,
    which,
    all: { count: useCount(tools, whole), narrowed: isNarrowed(state) },
    values,
    saving,
    refusal,
    chooseField: name => change({ ...untouched, name, value: fieldOf(register, name)?.kind === 'boolean' ? true : null }),
    chooseWhich: chosen => {
      setWhich(chosen)
      setRefusal(undefined)
    },
    setEmpty: empty => change({ empty }),
    setValue: (value, problem) => change({ value, problem }),
    apply,
  }
}

/** The value to be set; undefined while there is none that could be. */
function nextOf(field: Field, { value, problem, empty }: Typed): Value | undefined {
  if (empty) return null
  return problem || value === null || checkValue(field, value) ? undefined : value
}

/** Milliseconds after the last key before the preview is asked for. */
const pause = 200

function useValues(
  { register }: ActionDialogProps['tools'],
  records: FoundRecords,
  field: Field | undefined,
  next: Value | undefined,
  tries: number,
): Values | undefined {
  const [found, setFound] = useState<{ readonly of: string; readonly values: Values }>()
  const of = JSON.stringify([field?.name, records])
  // Lists of days are new ones at every change.
  const key = `${of} ${JSON.stringify(next)} ${tries}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the question holds
  useEffect(() => {
    if (!field) return
    const stop = new AbortController()
    const ask = setTimeout(() => {
      fetchValues(register, records, field.name, next, stop.signal).then(
        values => setFound({ of, values }),
        () => undefined,
      )
    }, pause)
    return () => {
      clearTimeout(ask)
      stop.abort()
    }
  }, [register, key])
  if (found?.of !== of) return undefined
  if (next !== undefined) return found.values
  const { mudam: _, ...values } = found.values
  return values
}

/** How many rows the list has in all. */
function useCount({ register }: ActionDialogProps['tools'], whole: FoundRecords): number | undefined {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    const stop = new AbortController()
    countRows(register.name, whole, stop.signal).then(setCount, () => undefined)
    return () => stop.abort()
  }, [register, whole])
  return count
}
