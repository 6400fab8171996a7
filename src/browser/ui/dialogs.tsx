import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../../controls/Button.tsx'
import { Dialog } from '../../controls/overlays/Dialog.tsx'
import { Spinner } from '../../controls/Spinner.tsx'
import type { Translate } from '../../model/formatMessage.ts'
import { fallbackTexts } from './fallbackTexts.ts'

export interface Question {
  readonly title: string
  readonly message: ReactNode
  /** The text of the main button, a verb. */
  readonly confirm: string
  readonly cancel?: string
  /** Red, for what loses something. */
  readonly danger?: boolean
}

/** Asks whether to leave work that is not saved. */
export const leaveQuestion = (say: Translate): Question => ({
  title: say('unsaved'),
  message: say('leave-question'),
  confirm: say('leave'),
  cancel: say('keep-editing'),
  danger: true,
})

/** Questions and messages that stop the work until they are answered. */
export interface Dialogs {
  /** True when confirmed. `asked` is given what answers it in the person's place. */
  confirm(question: Question, asked?: (answer: (yes: boolean) => void) => void): Promise<boolean>
  /** Says something and waits for OK. A message with "aguarde" has a spinner and no OK, unless it is an answer: use `busy` for those. */
  alert(message: string, title?: string, answer?: boolean): Promise<void>
  /** Shows a message until the returned function is called. */
  busy(message: string, title?: string): () => void
  /** A dialog of the caller's own; it is drawn until it calls `close`. */
  open<T>(render: (close: (value?: T) => void) => ReactNode): Promise<T | undefined>
}

interface Shown {
  readonly id: number
  readonly node: ReactNode
}

let shown: readonly Shown[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: readonly Shown[]): void {
  shown = next
  for (const listen of listeners) listen()
}

function show(render: (close: () => void) => ReactNode): () => void {
  last += 1
  const id = last
  const close = () => set(shown.filter(one => one.id !== id))
  set([...shown, { id, node: render(close) }])
  return close
}

function open<T>(render: (close: (value?: T) => void) => ReactNode): Promise<T | undefined> {
  return new Promise(resolve => {
    show(close =>
      render(value => {
        close()
        resolve(value)
      }),
    )
  })
}

export const dialogs: Dialogs = {
  open,
  confirm: async (question, asked) =>
    (await open<boolean>(close => {
      asked?.(close)
      return <Ask question={question} close={close} />
    })) === true,
  alert: async (message, title = fallbackTexts.notice, answer = false) => {
    const waiting = !answer && asksToWait(message)
    await open<true>(close => <Message title={title} message={message} waiting={waiting} close={() => close(true)} />)
  },
  busy: (message, title = fallbackTexts.notice) =>
    show(close => <Message title={title} message={message} waiting={asksToWait(message)} close={close} />),
}

export const useDialogs = (): Dialogs => dialogs

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
const read = () => shown

/** Draws the open dialogs, the last on top. Mounted once. */
export function DialogHost() {
  const all = useSyncExternalStore(subscribe, read, read)
  return all.map(one => <div key={one.id}>{one.node}</div>)
}

function Ask({ question, close }: { readonly question: Question; close(answer: boolean): void }) {
  const { title, message, confirm, cancel = fallbackTexts.back, danger = false } = question
  const footer = (
    <>
      <Button onClick={() => close(false)} data-autofocus={danger || undefined}>
        {cancel}
      </Button>
      <Button look="solid" danger={danger} onClick={() => close(true)} data-autofocus={!danger || undefined}>
        {confirm}
      </Button>
    </>
  )
  return (
    <Dialog open role="alertdialog" title={title} closeLabel={fallbackTexts.close} onClose={() => close(false)} footer={footer}>
      {message}
    </Dialog>
  )
}

/** Tells whether a message asks to wait: then there is nothing to confirm. */
export const asksToWait = (message: string): boolean => /aguarde/i.test(message)

interface MessageProps {
  readonly title: string
  readonly message: string
  readonly waiting: boolean
  close(): void
}

function Message({ title, message, waiting, close }: MessageProps) {
  const footer = waiting ? undefined : (
    <Button look="solid" onClick={close} data-autofocus>
      {fallbackTexts.ok}
    </Button>
  )
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      closeLabel={waiting ? undefined : fallbackTexts.close}
      onClose={close}
      footer={footer}
    >
      <p style={{ display: 'flex', alignItems: 'center', gap: '0.75rem' }}>
        {waiting ? <Spinner size="1.25rem" label={fallbackTexts.loading} /> : null}
        {message}
      </p>
    </Dialog>
  )
}
