import { type ReactNode, useMemo, useState } from 'react'
import {
  type InputServices,
  InputServicesProvider,
  type ReferenceOption,
  useInputServices,
} from '../../../kinds/inputServices.tsx'
import { valuesOffered } from '../../../kinds/reference/narrowing.ts'
import { newRecord } from '../../../model/defaults.ts'
import type { PartView, Register } from '../../../model/model.ts'
import { useMay, useModel, useTranslate } from '../../data/session.tsx'
import { childCellOf, childColumnPath } from '../draft/childCellPath.ts'
import { formItemName } from '../draft/draftProblems.ts'
import type { FieldValues } from '../draft/draftRows.ts'
import { isEmptyValue } from '../draft/equal.ts'
import type { FormShared } from '../formContext.ts'
import { RecordDialog } from '../record/RecordDialog.tsx'
import { newRecordTitle, recordFieldText } from '../record/recordTitle.ts'
import { useFormExpressions } from '../useFormExpressions.ts'
import { useFormShared } from '../useFormShared.ts'
import { useSave } from '../useSave.tsx'

interface Wanted {
  readonly register: Register
  readonly text: string
  /** The values that follow from the record around. */
  readonly values: FieldValues
  /** The values without which the reference would not offer it. */
  readonly offered: FieldValues
  done(option?: ReferenceOption): void
}

/** Lets a reference below create the record that it does not find: in a dialog that asks what is required, over the page. */
export function CreateInPlace({ children }: { readonly children: ReactNode }) {
  const above = useInputServices()
  const model = useModel()
  const may = useMay()
  const [wanted, setWanted] = useState<Wanted>()
  const surroundings = useMemo((): InputServices => {
    const creatable = (name: string): Register | undefined => {
      const register = model.registers[name]
      return register && may(register.access.create) && asksForRows(register) ? register : undefined
    }
    return {
      ...above,
      mayCreate: name => creatable(name) !== undefined,
      create: (target, text, values = {}) =>
        new Promise(resolve => {
          const register = creatable(target.to)
          if (!register) return resolve(undefined)
          setWanted({
            register,
            text,
            values,
            offered: valuesOffered(target.where),
            done: option => {
              setWanted(undefined)
              resolve(option)
            },
          })
        }),
    }
  }, [above, model, may])
  return (
    <InputServicesProvider value={surroundings}>
      {children}
      {wanted ? <CreateDialog key={wanted.register.name} {...wanted} /> : null}
    </InputServicesProvider>
  )
}

function CreateDialog({ register, text, values, offered, done }: Wanted) {
  const model = useModel()
  const say = useTranslate()
  const { origin } = useFormExpressions()
  const record = useMemo(
    () => ({
      ...newRecord(model, register.name, origin),
      ...offered,
      ...(text === '' ? {} : { [register.label]: text }),
      ...named(values),
    }),
    [model, register, origin, text, values, offered],
  )
  const [asked] = useState(() => askedRows(register, values, record))
  const form = useFormShared({ register, record, isNew: true, asked })
  const saving = useSave(form, form.context)
  const submit = async (): Promise<void> => {
    const saved = await saving.save()
    const { id } = saved ?? {}
    if (saved && (typeof id === 'number' || typeof id === 'string')) {
      const code = recordFieldText(register, register.code, saved)
      done({ id, label: recordFieldText(register, register.label, saved) ?? String(id), ...(code === undefined ? {} : { code }) })
    }
  }
  return (
    // A reference in the dialog makes its record in a dialog over this one.
    <CreateInPlace>
      <RecordDialog
        form={form}
        saving={saving}
        size={asked.some(row => row.some(item => 'list' in item)) ? 'lg' : 'sm'}
        title={newRecordTitle(register, say)}
        onSubmit={() => void submit()}
        onRefused={() => focusAskedProblem(form)}
        onClose={() => done()}
      />
    </CreateInPlace>
  )
}

/** A list that must have rows is one that the dialog asks for. */
const asksForRows = ({ lists, views }: Register): boolean => {
  const placed = new Set((views.form.inPlace ?? []).flat().map(formItemName))
  return lists.every(({ name, min }) => !min || placed.has(name))
}

/** Returns the values that follow from the record around: they stand, whatever was typed to look for it. */
const named = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/**
 * Returns the lines that ask for the record: those of the definition, and fields of which it says nothing: known already, or required and empty. Without
 * a definition they are these and the name, a line each.
 */
function askedRows(register: Register, values: FieldValues, record: FieldValues): PartView['rows'] {
  const written = register.views.form.inPlace ?? []
  const placed = new Set(written.flat().map(formItemName))
  const more = register.fields.filter(
    field =>
      !placed.has(field.name) &&
      !field.readOnly &&
      field.compute === undefined &&
      ((written.length === 0 && field.name === register.label) || field.name in values || isOpen(field, register, record)),
  )
  return [...written, ...more.map(({ name }) => [{ field: name, span: 12 }])]
}

const isOpen = (field: Register['fields'][number], register: Register, record: FieldValues): boolean =>
  (field.required || field.requiredWhen !== undefined || (register.textKey && field.name === 'id')) &&
  isEmptyValue(record[field.name]) &&
  field.name !== 'lojaId'

/** Lines that are asked for stand in no part. */
function focusAskedProblem({ store, id, grids }: FormShared): void {
  const first = store.first()
  const cell = first && childCellOf(first.path)
  if (cell) grids.get(childColumnPath(cell.list, cell.address.column))?.reveal(cell.address)
  else if (first) document.getElementById(`${id}--${first.path}`)?.focus()
}
