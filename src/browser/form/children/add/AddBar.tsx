import { chakra } from '@chakra-ui/react/styled-system'
import { Camera, Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../../../controls/Button.tsx'
import { describedBy, FormField } from '../../../../controls/fields/FormField.tsx'
import { asValue } from '../../../../kinds/asValue.ts'
import { KindInput } from '../../../../kinds/inputs.ts'
import type { AddBarView } from '../../../../model/field.ts'
import type { ChildList, Field, Register } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import { loadWithRetry } from '../../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../../ui/useLazyComponent.ts'
import { useForm } from '../../formContext.ts'
import { addBarLine, addBarRoom } from './addBarRoom.ts'
import { useAddBar } from './useAddBar.ts'

export interface AddBarProps {
  readonly list: ChildList
  readonly child: Register
  readonly bar: AddBarView
}

const loadCamera = () => loadWithRetry(() => import('./ScanDialog.tsx'))

/** A row typed above its list: Enter goes through what is missing, adds the row and goes back to the first field. */
export default function AddBar({ list, child, bar }: AddBarProps) {
  const form = useForm()
  const { say } = form
  const id = `${form.id}-add-${list.name}`
  const box = useRef<HTMLDivElement>(null)
  const focus = (name: string): void => box.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${name}`)}`)?.focus()
  const { state, type, enter, scan, add } = useAddBar({ list, child, bar, focus })
  const onKeyDown = useScannedCode(bar, `${id}-${bar.fields[0]}`, scan)
  const camera = bar.scan.length > 0 && 'BarcodeDetector' in globalThis
  const fields = bar.fields.flatMap(name => fieldOf(child, name) ?? [])
  const errorOf = (field: Field): string | undefined => {
    const { fault } = state
    return fault?.field === field.name ? say(fault.code, { title: field.title, ...fault.params }) : undefined
  }
  return (
    <chakra.div
      ref={box}
      role="group"
      aria-label={say('add-to', { title: list.title })}
      data-add={list.name}
      {...addBarLine}
      onKeyDownCapture={onKeyDown}
      // A row that is only typed is no reason to judge the list.
      onBlur={event => event.stopPropagation()}
    >
      {fields.map(field => {
        const own = `${id}-${field.name}`
        const error = errorOf(field)
        return (
          <chakra.div key={`${state.round} ${field.name}`} {...addBarRoom(field)}>
            <FormField id={own} label={field.title} error={error}>
              <KindInput
                id={own}
                field={{ ...field, required: false }}
                value={asValue(state.row.values[field.name])}
                record={state.row.values}
                label={labelOf(form.model.registers, field, state.row.values)}
                invalid={error !== undefined}
                describedBy={describedBy(own, { error })}
                onChange={(value, problem) => type(field.name, value, problem)}
                onCommit={() => enter(field.name)}
              />
            </FormField>
          </chakra.div>
        )
      })}
      <chakra.div display="flex" gap="2" pt="6">
        <Button icon={<Plus aria-hidden />} onMouseDown={event => event.preventDefault()} onClick={() => void add()}>
          {say('add')}
        </Button>
        {camera ? <CameraButton say={say} scan={scan} /> : null}
      </chakra.div>
      <chakra.p role="status" flexBasis="100%" mt="-2" textStyle="label" color="fg.muted" _empty={{ display: 'none' }}>
        {state.added === '' ? '' : say('row-added', { name: state.added })}
      </chakra.p>
    </chakra.div>
  )
}

/** The name of a chosen record, as far as it was read with it. */
function labelOf(
  registers: Readonly<Record<string, Register>>,
  { reference }: Field,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const record = reference && values[reference.as]
  const label = reference && registers[reference.to]?.label
  if (typeof record !== 'object' || record === null || label === undefined) return undefined
  const text: unknown = Reflect.get(record, label)
  return typeof text === 'string' ? text : undefined
}

/** Enter after digits in the first field: what has just that code is meant, as a scanner types it; else what the field finds. */
function useScannedCode({ scan: codes }: AddBarView, id: string, scan: (code: string) => Promise<boolean>) {
  const state = useRef({ moved: false, passing: false })
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event
    if (codes.length === 0 || !(target instanceof HTMLInputElement) || target.id !== id || state.current.passing) return
    if (event.key !== 'Enter') {
      // Moving in the list means one of its lines.
      state.current.moved = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      return
    }
    const text = target.value.trim()
    if (state.current.moved || !/^\d+$/.test(text)) return
    event.preventDefault()
    event.stopPropagation()
    void scan(text).then(found => {
      if (found || !target.isConnected || target.value.trim() !== text) return
      state.current.passing = true
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      state.current.passing = false
    })
  }
}

interface CameraButtonProps {
  readonly say: ReturnType<typeof useForm>['say']
  scan(code: string): Promise<boolean>
}

/** Reads a code with the camera. */
function CameraButton({ say, scan }: CameraButtonProps) {
  const [open, setOpen] = useState(false)
  const Dialog = useLazyComponent(loadCamera, open, () => setOpen(false))
  return (
    <>
      <IconButton label={say('scan.camera')} onClick={() => setOpen(true)}>
        <Camera aria-hidden />
      </IconButton>
      {open && Dialog ? <Dialog onClose={() => setOpen(false)} onCode={scan} /> : null}
    </>
  )
}
