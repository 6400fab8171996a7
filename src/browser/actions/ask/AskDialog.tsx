import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { describedBy, FormField } from '../../../controls/fields/FormField.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindInput } from '../../../kinds/inputs.ts'
import type { AskView } from '../../../model/action.ts'
import type { Field } from '../../../model/model.ts'
import type { ActionDialogProps } from '../actionDialog.ts'
import { dismissText } from '../dismissText.ts'
import { useFedField } from '../fed/useFedField.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'
import { rowScope } from '../rowScope.ts'
import ShownRows from '../show/ShownRows.tsx'
import { AskedRows } from './AskedRows.tsx'
import { type AskForm, useAskForm } from './useAskForm.ts'
import { useDialogClose } from './useDialogClose.ts'

/** The fields that an action asks for, in a dialog that ends in its call. */
export default function AskDialog(props: ActionDialogProps) {
  const { action, tools, onClose } = props
  const { ask } = action
  const { say } = tools
  const form = useAskForm(props)
  const close = useDialogClose(form.typed, form.busy, props)
  const shown = ask?.shows
  const load = async (): Promise<unknown> =>
    shown && runCallSpec(shown.load, rowScope(props.row, { selection: props.ids }), tools.evaluate)
  const id = useId()
  const box = useRef<HTMLFormElement>(null)
  const focusOn = (name: string | undefined): void => {
    const control = name && box.current?.querySelector<HTMLElement>(`#${CSS.escape(idOf(id, name))}`)
    if (control) control.focus()
  }
  const waits = useFirstFocus(ask, form, box, focusOn)
  const sendOnceLoaded = useSendOnceLoaded(form, box)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // A form in whose page the dialog was opened is not sent along.
    event.stopPropagation()
    if (form.loaded.loading) return sendOnceLoaded()
    const wrong = await form.submit()
    if (wrong === undefined) onClose(true)
    else focusOn(wrong ?? undefined)
  }
  return (
    <Dialog
      open
      size={shown || ask?.rows ? 'lg' : 'md'}
      title={ask?.title ?? action.title}
      closeLabel={form.busy ? undefined : say('close')}
      onClose={close}
      footer={
        <>
          <Button disabled={form.busy} onClick={() => onClose(false)}>
            {dismissText(say, ask?.button ?? action.title)}
          </Button>
          <Button type="submit" form={`${id}-form`} look="solid" danger={action.danger} busy={form.busy}>
            {ask?.button ?? action.title}
          </Button>
        </>
      }
    >
      <chakra.form
        ref={box}
        id={`${id}-form`}
        noValidate
        // Options and rows that are on their way take no focus: Enter must not meet the button that leaves.
        {...(waits ? { tabIndex: -1, 'data-autofocus': true, outline: 'none' } : {})}
        onSubmit={event => void submit(event)}
        // A choice swallows Enter, which ends every other field.
        onKeyDown={event => {
          const isMeant = event.target instanceof HTMLSelectElement || event.target === box.current
          if (event.key !== 'Enter' || !isMeant) return
          event.preventDefault()
          box.current?.requestSubmit()
        }}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        {ask?.note ? <chakra.p color="fg.muted">{say(ask.note)}</chakra.p> : null}
        {shown ? <ShownRows view={shown} title={ask.title ?? action.title} say={say} load={load} /> : null}
        {form.fields.filter(isTold).map(field => (
          <AskedField key={field.name} id={idOf(id, field.name)} first={false} field={field} form={form} asking={props} />
        ))}
        {ask?.rows ? (
          <AskedRows view={ask.rows} loaded={form.loaded} id={id} title={ask.title ?? action.title} say={say} />
        ) : null}
        {form.warning ? <Banner tone="danger">{form.warning}</Banner> : null}
        {form.failure ? <Banner tone="danger">{form.failure}</Banner> : null}
        {form.fields.filter(isTyped).map((field, at) => (
          <AskedField key={field.name} id={idOf(id, field.name)} first={at === 0} field={field} form={form} asking={props} />
        ))}
      </chakra.form>
    </Dialog>
  )
}

/** Puts the focus on what is typed first once it is there: a field, else the rows' first one. Returns whether it may still be on its way. */
function useFirstFocus(
  ask: AskView | undefined,
  { loaded }: AskForm,
  box: RefObject<HTMLFormElement | null>,
  focusOn: (name: string | undefined) => void,
): boolean {
  const first = ask?.fields.find(isTyped)
  const typesRows = first === undefined && (ask?.rows?.typed.length ?? 0) > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => focusOn(first?.name), [])
  const rowsStand = typesRows && loaded.rows !== undefined
  useEffect(() => {
    if (rowsStand) box.current?.querySelector<HTMLElement>('tbody input')?.focus()
  }, [rowsStand, box])
  return first?.optionsFrom !== undefined || typesRows
}

/** Sends the form once the values that it opens with are there: for who was faster than they. */
function useSendOnceLoaded({ loaded: { loading }, failure }: AskForm, box: RefObject<HTMLFormElement | null>): () => void {
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    if (!waits || loading) return
    setWaits(false)
    if (failure === undefined) box.current?.requestSubmit()
  }, [waits, loading, failure, box])
  return () => setWaits(true)
}

interface AskedFieldProps {
  readonly id: string
  /** Whether it takes the focus. */
  readonly first: boolean
  readonly field: Field
  readonly form: AskForm
  readonly asking: ActionDialogProps
}

function AskedField({ id, first, field, form, asking: { row, ids, tools } }: AskedFieldProps) {
  const scope = rowScope(row, { selection: ids })
  const fed = useFedField(field, scope, expression => tools.evaluate(expression, scope))
  const comes = first && field.optionsFrom !== undefined && !fed.waiting
  // A choice whose options were on their way could not take the focus when the dialog opened.
  useEffect(() => {
    if (comes) document.getElementById(id)?.focus()
  }, [comes, id])
  const error = form.problems[field.name] ?? fed.error
  const help = fed.help ?? field.help
  return (
    <chakra.div onBlur={() => form.leave(field.name)}>
      <FormField id={id} label={field.title} required={field.required} help={help} error={error}>
        <KindInput
          id={id}
          field={fed.field}
          value={asValue(form.values[field.name])}
          onChange={(value, problem) => form.change(field.name, value, problem)}
          readOnly={fed.waiting || field.readOnly || undefined}
          invalid={error !== undefined}
          describedBy={describedBy(id, { help, error })}
        />
      </FormField>
    </chakra.div>
  )
}

/** Fields that only tell something stand over the rows, typed ones below them. */
const isTold = ({ readOnly }: Field): boolean => readOnly
const isTyped = (field: Field): boolean => !isTold(field)

const idOf = (form: string, name: string): string => `${form}-${name}`
