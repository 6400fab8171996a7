import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { describedBy, FormField } from '../../../controls/fields/FormField.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import { CallError } from '../../data/api.ts'
import { dialogs } from '../../ui/dialogs.tsx'

/** One thing that is asked before something is done. */
export interface Asking<T> {
  readonly title: string
  readonly label: string
  readonly help?: string
  /** The first text of the box, and how it is typed. */
  readonly input?: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'defaultValue' | 'maxLength'>
  /** The text of the main button. */
  readonly confirm: string
  /** Above the box. */
  readonly children?: ReactNode
  /** Another way to the same. */
  readonly other?: { readonly label: string; run(): Promise<T> }
  /** Does it with what was typed; a refusal is told at the box, which stays. */
  run(value: string): Promise<T>
}

/** Asks, does, and gives what came of it; undefined when the person left. */
export const ask = <T,>(say: Translate, asking: Asking<T>): Promise<T | undefined> =>
  dialogs.open<T>(close => <AskDialog say={say} asking={asking} close={close} />)

interface Props<T> {
  // Dialogs stand beside the session: its words are handed over.
  readonly say: Translate
  readonly asking: Asking<T>
  close(value?: T): void
}

function AskDialog<T>({ say, asking, close }: Props<T>) {
  const { title, label, help, input, confirm, children, other } = asking
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const act = async (run: () => Promise<T>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      close(await run())
    } catch (error) {
      setProblem(error instanceof CallError ? (error.details[0]?.message ?? error.message) : say('passkey.cancelled'))
      setBusy(false)
      document.getElementById(`${id}-value`)?.focus()
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get('value') ?? '').trim()
    if (value === '') setProblem(say('required'))
    else void act(() => asking.run(value))
  }
  const footer = (
    <>
      <Button onClick={() => close()}>{say('second-factor.cancel')}</Button>
      {other ? (
        <Button disabled={busy} onClick={() => void act(() => other.run())}>
          {other.label}
        </Button>
      ) : null}
      <Button type="submit" form={`${id}-form`} look="solid" busy={busy}>
        {confirm}
      </Button>
    </>
  )
  return (
    <Dialog open title={title} closeLabel={say('close')} onClose={() => close()} footer={footer}>
      <chakra.form id={`${id}-form`} noValidate onSubmit={submit} display="flex" flexDirection="column" gap="4">
        {children}
        <FormField id={`${id}-value`} label={label} help={help} error={problem}>
          <TextInput
            id={`${id}-value`}
            name="value"
            data-autofocus
            aria-required
            invalid={problem !== undefined}
            aria-describedby={describedBy(`${id}-value`, { help, error: problem })}
            {...input}
          />
        </FormField>
      </chakra.form>
    </Dialog>
  )
}
